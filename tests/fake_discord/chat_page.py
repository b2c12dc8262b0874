"""The transcript as a page that looks like the chat, for a picture of it."""

import base64
import html
import re

from fake_discord.things import Json
from fake_discord.transcript import Deed, Entry, Heading, Offered, Seen

_STYLE = """
body { background: #313338; color: #dbdee1; font: 15px/1.4 'DejaVu Sans', sans-serif; margin: 0; padding: 20px;
  width: 860px }
h2 { color: #fff; font-size: 19px; border-top: 1px solid #4e5058; padding-top: 16px; margin: 24px 0 2px }
.about, .remark { color: #949ba4; font-size: 13px; margin: 4px 0 10px }
.line { display: flex; gap: 12px; margin: 10px 0 }
.face { width: 36px; height: 36px; border-radius: 50%; color: #fff; text-align: center; line-height: 36px; flex: none }
.who { color: #fff; font-weight: 600 } .where { color: #949ba4; font-size: 12px }
.app { background: #5865f2; color: #fff; font-size: 10px; border-radius: 3px; padding: 1px 4px }
.command { color: #c9cdfb; background: #3c4270; border-radius: 3px; padding: 0 4px }
.alone { background: #3a3f5c33; border-left: 2px solid #5865f2; padding-left: 10px }
.embed { background: #2b2d31; border-left: 4px solid #888; border-radius: 4px; padding: 10px 14px; margin: 6px 0;
  max-width: 640px }
.author { font-size: 13px; color: #fff } .title { font-weight: 700; color: #fff; margin: 4px 0 }
.quote { border-left: 3px solid #4e5058; padding-left: 10px; margin: 1px 0 }
.sub, .footer { font-size: 11.5px; color: #949ba4 } .footer { margin-top: 8px }
.name { font-weight: 700; margin-top: 6px }
.button { display: inline-block; background: #4e5058; color: #fff; border-radius: 4px; padding: 4px 12px;
  margin: 4px 6px 0 0; font-size: 13px } .primary { background: #5865f2 }
.ping { color: #f0b232; font-size: 12px }
.mention { background: #3c4270; color: #c9cdfb; border-radius: 3px; padding: 0 2px }
img { max-width: 560px; border-radius: 4px; margin-top: 8px } ul { margin: 4px 0; padding-left: 20px }
"""
_FACES = {"anna": "#d9567a", "bert": "#3b8f5b", "olga": "#9b6bd3"}


def to_html(entries: list[Entry]) -> str:
    """The page."""
    body = "\n".join(_entry(entry) for entry in entries)
    return f"<!doctype html><meta charset=utf-8><title>Lawbook on Discord</title><style>{_STYLE}</style>{body}"


def _entry(entry: Entry) -> str:
    match entry:
        case Heading(title, about):
            return f"<h2>{html.escape(title)}</h2><div class=about>{set_markdown(about)}</div>"
        case Deed("", _, text):
            return f"<div class=remark>{html.escape(text)}</div>"
        case Deed(who, where, text, said):
            shown = set_markdown(text) if said else f"<span class=command>{html.escape(text)}</span>"
            return _line(who, where, shown)
        case Offered(title, names):
            listed = "".join(f"<li>{html.escape(name)}" for name in names)
            inner = f"<b>{html.escape(title)}</b><ul>{listed}</ul>"
            return f"<div class=line><div class=face></div><div class=embed>{inner}</div></div>"
        case Seen():
            return _seen(entry)


def _line(who: str, where: str, inner: str, extra: str = "") -> str:
    bot = who == "Lawbook"
    face = f'<div class=face style="background:{"#5865f2" if bot else _FACES.get(who, "#666")}">{who[0].upper()}</div>'
    app = " <span class=app>APP</span>" if bot else ""
    head = f"<span class=who>{who}</span>{app} <span class=where>{html.escape(where)}</span>{extra}"
    return f"<div class=line>{face}<div>{head}<div>{inner}</div></div></div>"


def _seen(seen: Seen) -> str:
    inner = set_markdown(seen.content) + "".join(_embed(embed, seen.files) for embed in seen.embeds)
    primary = ("Ask a director", "Rule…")
    inner += "".join(
        f'<span class="button{" primary" if label in primary else ""}">{html.escape(label)}</span>'
        for label in seen.buttons
    )
    extra = f" <span class=ping>notifies {', '.join(seen.notified)}</span>" if seen.notified else ""
    if seen.alone:
        inner = f"<div class=alone>{inner}<div class=sub>Only {seen.alone} sees this</div></div>"
    return _line("Lawbook", seen.where, inner, extra)


def _embed(embed: Json, files: dict[str, bytes]) -> str:
    parts = [f"<div class=author>{html.escape(embed['author']['name'])}</div>" if "author" in embed else ""]
    parts.append(f"<div class=title>{set_markdown(embed['title'])}</div>" if embed.get("title") else "")
    parts.append(set_markdown(embed.get("description", "")))
    for part in embed["fields"]:
        parts.append(f"<div class=name>{html.escape(part['name'])}</div>{set_markdown(part['value'])}")
    if "image" in embed:
        picture = files[embed["image"]["url"].removeprefix("attachment://")]
        parts.append(f'<img src="data:image/png;base64,{base64.b64encode(picture).decode()}">')
    if "footer" in embed:
        parts.append(f"<div class=footer>{html.escape(embed['footer']['text'])}</div>")
    return f'<div class=embed style="border-color:#{embed.get("color", 0x4E5058):06x}">{"".join(parts)}</div>'


def set_markdown(text: str) -> str:
    """Discord's Markdown, as far as the bot uses it, as HTML."""
    return "".join(_set_line(line) for line in text.split("\n")) if text else ""


def _set_line(line: str) -> str:
    for start, name in (("> ", "quote"), ("-# ", "sub"), ("- ", "item")):
        if line.startswith(start):
            bullet = "• " if name == "item" else ""
            return f"<div class={name}>{bullet}{_set_words(line.removeprefix(start))}</div>"
    return f"<div>{_set_words(line)}</div>"


def _set_words(text: str) -> str:
    """Escaped characters are hidden while stars are read, and put back after."""
    kept: list[str] = []

    def hide(match: re.Match[str]) -> str:
        kept.append(match[1])
        return f"\0{len(kept) - 1}\0"

    text = html.escape(re.sub(r"\\([^\w\s])", hide, text), quote=False)
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text)
    text = re.sub(r"\*(.+?)\*", r"<i>\1</i>", text)
    text = re.sub(r"`(.+?)`", r"<code>\1</code>", text)
    text = re.sub(r"\[(\w+)\]\(link\)", r"<u>\1</u>", text)
    text = re.sub(
        r"(?<!\w)([@#](?:lawbook|Directors|anna|bert|olga|questions|lounge))\b", r"<span class=mention>\1</span>", text
    )
    return re.sub("\0(\\d+)\0", lambda match: html.escape(kept[int(match[1])]), text)
