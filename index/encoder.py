"""Embedding questions and passages with the exported encoder, on onnxruntime: torch is not needed to answer."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

from corpus.errors import EncoderMismatch

Vectors = NDArray[np.float32]
MAX_TOKENS = 128
TELL_EVERY = 64
MODEL, TOKENIZER, MANIFEST = "model.onnx", "tokenizer.json", "encoder.json"


class Encoder:
    """An exported sentence encoder in a folder: model.onnx, tokenizer.json, encoder.json."""

    def __init__(self, folder: Path) -> None:
        """Load the export; EncoderMismatch when it can't be read."""
        try:
            self.manifest: dict[str, str] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
            self._tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
            self._session = _session(folder / MODEL)
        except Exception as error:  # onnxruntime and tokenizers raise bare Exception for files cut short
            raise EncoderMismatch(
                f"The exported encoder in {folder} can't be read; `lawbook index build` exports it again."
            ) from error
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self._tokenizer.no_padding()

    @property
    def id(self) -> str:
        """Which encoder it is: name and digest of its weights."""
        return self.manifest["id"]

    def embed(self, texts: Sequence[str], done: Callable[[int], None] = lambda n: None) -> Vectors:
        """Unit vectors of shape (len(texts), dimensions); `done` is told of the texts embedded since it was last told.

        One text at a time: on a processor batches are no faster, and an int8 vector would depend on its batch.
        """
        vectors = np.zeros((len(texts), int(self.manifest["dimensions"])), dtype=np.float32)
        for number, text in enumerate(texts, 1):
            vectors[number - 1] = self._run(text)
            if number % TELL_EVERY == 0 or number == len(texts):
                done((number - 1) % TELL_EVERY + 1)
        return vectors

    def _run(self, text: str) -> Vectors:
        encoded = self._tokenizer.encode(text)
        inputs = {
            "input_ids": np.array([encoded.ids], dtype=np.int64),
            "attention_mask": np.array([encoded.attention_mask], dtype=np.int64),
        }
        vector: Vectors = self._session.run(None, inputs)[0][0]
        return vector


def _session(path: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
