"""The transcript in the repository is what the client says today."""

import pytest
from fake_discord.chat_page import set_markdown, to_html
from fake_discord.scenes import evening
from fake_discord.transcript import to_markdown
from make_transcript import DOCUMENT, OPENING


async def test_the_document_is_not_stale() -> None:
    told = await evening()
    assert DOCUMENT.read_text(encoding="utf-8") == OPENING + to_markdown(told.entries), (
        "run: python tests/make_transcript.py --picture"
    )
    page = to_html(told.entries)
    assert page.count("class=line") > 40
    assert "data:image/png" in page


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("**b** and *i*", "<div><b>b</b> and <i>i</i></div>"),
        (r"\*not\* <b>", "<div>*not* &lt;b&gt;</div>"),
        ("> a\n-# b", "<div class=quote>a</div><div class=sub>b</div>"),
        ("[open](link)", "<div><u>open</u></div>"),
        ("", ""),
    ],
)
def test_markdown_is_set(text: str, page: str) -> None:
    assert set_markdown(text) == page
