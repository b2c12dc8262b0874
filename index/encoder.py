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
BATCH = 64
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
        self._tokenizer.enable_padding()

    @property
    def id(self) -> str:
        """Which encoder it is: name and digest of its weights."""
        return self.manifest["id"]

    def embed(self, texts: Sequence[str], done: Callable[[int], None] = lambda n: None) -> Vectors:
        """Unit vectors of shape (len(texts), dimensions); `done` is told the number embedded after each batch."""
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        batches = [order[i : i + BATCH] for i in range(0, len(order), BATCH)]
        vectors: list[Vectors] = []
        for batch in batches:
            vectors.append(self._run([texts[i] for i in batch]))
            done(len(batch))
        if not vectors:
            return np.zeros((0, int(self.manifest["dimensions"])), dtype=np.float32)
        joined = np.concatenate(vectors)
        return joined[np.argsort(order)]

    def _run(self, texts: list[str]) -> Vectors:
        encoded = self._tokenizer.encode_batch(texts)
        inputs = {
            "input_ids": np.array([entry.ids for entry in encoded], dtype=np.int64),
            "attention_mask": np.array([entry.attention_mask for entry in encoded], dtype=np.int64),
        }
        vectors: Vectors = self._session.run(None, inputs)[0]
        return vectors


def _session(path: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
