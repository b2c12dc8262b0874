"""What is wrong with a request: Discord's own description of its API, and the limits that it lacks."""

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from fake_discord.things import Json

OPENAPI = Path(__file__).resolve().parents[3] / "shared" / "discord" / "openapi.json"
"""Discord's description lies beside the checkout and is no part of the project."""

_URN = "urn:discord"
_FIRST = (
    ("POST", "/interactions/{interaction_id}/{interaction_token}/callback"),
    ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"),
    ("POST", "/channels/{channel_id}/messages"),
)
_LIMITS = frozenset({"maxLength", "minLength", "maxItems", "minItems", "maximum", "minimum", "required"})
_COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")


@lru_cache(maxsize=1)
def _registry() -> tuple[Json, Registry[Any]]:
    document = json.loads(OPENAPI.read_text(encoding="utf-8"))
    resource = Resource.from_contents(document, default_specification=DRAFT202012)
    return document, Registry().with_resource(_URN, resource)


@lru_cache(maxsize=64)
def _validator(method: str, template: str) -> Draft202012Validator | None:
    document, registry = _registry()
    operation = document["paths"].get(template, {}).get(method.lower())
    if operation is None or "application/json" not in operation.get("requestBody", {}).get("content", {}):
        return None
    path = template.replace("~", "~0").replace("/", "~1")
    pointer = f"#/paths/{path}/{method.lower()}/requestBody/content/application~1json/schema"
    return Draft202012Validator({"$ref": _URN + pointer}, registry=registry)


def prepare() -> None:
    """Read the description before anybody acts: a second and more, which would count against the first answer."""
    for method, template in _FIRST:
        list(against_openapi(method, template, {"type": 5}))


def against_openapi(method: str, template: str, body: Any) -> Iterator[str]:
    """What Discord's description finds wrong with the body of a request; nothing where the file is absent."""
    if not OPENAPI.exists():
        return
    validator = _validator(method, template)
    found = (
        [leaf for error in validator.iter_errors(_ids_as_text(body)) for leaf in _leaves(error)] if validator else []
    )
    if found:
        # Of the alternatives of a union, the one that was meant fails deepest down, and at a limit rather than a type.
        error = max(found, key=lambda leaf: (leaf.validator in _LIMITS, len(leaf.absolute_path)))
        place = ".".join(str(part) for part in error.absolute_path)
        yield f"{method} {template}: {place}: {error.validator} {error.validator_value}"


def _leaves(error: ValidationError) -> Iterator[ValidationError]:
    if not error.context:
        yield error
    for inner in error.context or ():
        yield from _leaves(inner)


def _ids_as_text(value: Any) -> Any:
    """Ids that are numbers as text: Discord takes both, its description names the one."""
    if isinstance(value, dict):
        if "filename" in value:  # an attachment, which has its place as its id
            return value | {"id": str(value["id"])}
        return {
            key: str(one) if key.endswith("id") and _is_id(one) else _ids_as_text(one) for key, one in value.items()
        }
    if isinstance(value, list):
        return [str(one) if _is_id(one) else _ids_as_text(one) for one in value]
    return value


def _is_id(value: Any) -> bool:
    return isinstance(value, int) and value >= 1 << 40


def message_faults(body: Json, *, edit: bool = False) -> Iterator[str]:
    """What is wrong with a message by the limits that the description lacks."""
    if len(body.get("content") or "") > 2000:
        yield "content: more than 2000 characters"
    embeds = body.get("embeds") or []
    if (total := sum(map(embed_length, embeds))) > 6000:
        yield f"embeds: {total} characters; at most 6000 over all of them"
    for part in (part for embed in embeds for part in embed.get("fields", [])):
        if not part.get("name") or not part.get("value"):
            yield "embeds: a field without name or value"
    if not edit and not any(body.get(key) for key in ("content", "embeds", "components", "attachments", "poll")):
        yield "empty message"
    yield from component_faults(body.get("components") or [])


def embed_length(embed: Json) -> int:
    """The characters of an embed that count against 6000."""
    texts = [embed.get("title"), embed.get("description"), embed.get("footer", {}).get("text")]
    texts += [embed.get("author", {}).get("name")]
    texts += [part.get(key) for part in embed.get("fields", []) for key in ("name", "value")]
    return sum(len(text) for text in texts if text)


def component_faults(rows: list[Json]) -> Iterator[str]:
    """What is wrong with rows of buttons."""
    if len(rows) > 5:
        yield f"components: {len(rows)} rows; at most 5"
    for row in rows:
        if row.get("type") == 1 and not 1 <= len(row.get("components", [])) <= 5:
            yield f"components: {len(row.get('components', []))} in a row; 1 to 5"
    items = [item for row in rows for item in row.get("components", [])]
    ids = [item["custom_id"] for item in items if "custom_id" in item]
    for custom_id in {one for one in ids if ids.count(one) > 1}:
        yield f"components: custom_id {custom_id!r} stands twice"
    for item in items:
        if not (item.get("label") or item.get("emoji")) and item.get("type") == 2:
            yield "components: a button without label"


def modal_faults(data: Json) -> Iterator[str]:
    """What is wrong with a modal."""
    if not 1 <= len(data.get("components", [])) <= 5:
        yield "modal: 1 to 5 components"
    if len(data.get("title", "")) > 45:
        yield "modal: title of more than 45 characters"


def choice_faults(choices: list[Json]) -> Iterator[str]:
    """What is wrong with the choices of an autocomplete."""
    if len(choices) > 25:
        yield f"choices: {len(choices)}; at most 25"
    for choice in choices:
        if not 1 <= len(choice["name"]) <= 100:
            yield f"choices: name of {len(choice['name'])} characters"
        if isinstance(choice["value"], str) and len(choice["value"]) > 100:
            yield f"choices: value of {len(choice['value'])} characters"


def command_faults(commands: list[Json]) -> Iterator[str]:
    """What is wrong with the commands that are registered."""
    keys = [(command["name"], command.get("type", 1)) for command in commands]
    for key in {one for one in keys if keys.count(one) > 1}:
        yield f"commands: {key} stands twice"
    for command in commands:
        if command.get("type", 1) != 1:
            continue
        names = [command["name"], *(option["name"] for option in command.get("options", []))]
        for name in names:
            if not _COMMAND_NAME.fullmatch(name) or name != name.lower():
                yield f"commands: {name!r} is no name"
        required = [bool(option.get("required")) for option in command.get("options", [])]
        if required != sorted(required, reverse=True):
            yield f"commands: {command['name']}: a required option after an optional one"
