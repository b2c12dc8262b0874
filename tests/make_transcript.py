"""Write docs/discord-transcript.md, and with --picture docs/discord-chat.png through Chromium.

    python tests/make_transcript.py [--picture]

Both come from a session of the real client with the fake Discord; a test fails when the document is stale.
"""

import asyncio
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parent
DOCUMENT = TESTS.parent / "docs" / "discord-transcript.md"
PICTURE = DOCUMENT.with_name("discord-chat.png")

OPENING = """# An evening with Lawbook on Discord

What people see, message by message. Made by `python tests/make_transcript.py` from a session of the real client with
the fake Discord of the tests, whose answers come from a small table over the bundled laws; a test fails when this is
stale.

"""


def main() -> None:
    """Play the session and write it down."""
    sys.path[:0] = [str(TESTS.parent), str(TESTS)]
    from fake_discord.chat_page import to_html
    from fake_discord.scenes import evening
    from fake_discord.transcript import to_markdown

    told = asyncio.run(evening())
    DOCUMENT.parent.mkdir(exist_ok=True)
    DOCUMENT.write_text(OPENING + to_markdown(told.entries), encoding="utf-8")
    print(DOCUMENT)
    if "--picture" in sys.argv[1:]:
        picture(to_html(told.entries), PICTURE)
        print(PICTURE)


def picture(page: str, path: Path, height: int = 12000) -> None:
    """A page as a PNG, cut below its last line."""
    from PIL import Image, ImageChops

    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("There is no Chromium here (Debian: apt-get install chromium).")
    with tempfile.TemporaryDirectory(prefix="lawbook-chat-") as folder:
        source = Path(folder) / "chat.html"
        source.write_text(page, encoding="utf-8")
        quiet = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
        quiet += ["--disable-background-networking", "--disable-component-update", "--hide-scrollbars"]
        shot = [f"--screenshot={path}", f"--window-size=920,{height}", f"--user-data-dir={folder}/profile"]
        subprocess.run([chromium, *quiet, *shot, source.as_uri()], check=True, capture_output=True, timeout=120)
    image = Image.open(path).convert("RGB")
    ground = Image.new("RGB", image.size, image.getpixel((image.width - 1, image.height - 1)))
    box = ImageChops.difference(image, ground).getbbox()
    assert box
    image.crop((0, 0, image.width, min(box[3] + 20, image.height))).quantize(256).save(path, optimize=True)


if __name__ == "__main__":
    main()
