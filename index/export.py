"""Exporting a sentence-transformers model to ONNX. The only module that loads torch."""

import json
import logging
import os
import shutil
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import cast

os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")

import numpy as np
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from peft import PeftModel
from sentence_transformers import SentenceTransformer
from transformers.utils.logging import disable_progress_bar

from corpus.errors import EncoderMismatch
from index.encoder import MANIFEST, MAX_TOKENS, MODEL, TOKENIZER, Encoder
from index.weights import EncoderSource

AGREEMENT, INT8_AGREEMENT = 1e-4, 1e-2
"""How far from 1 the cosine between an original and an exported vector may be, in full precision and in int8."""

PROBES = (
    "May dummy call the director?",
    "reneged",
    "I led from the wrong hand and LHO said carry on. Then dummy played. What happens now, and may I change it?",
)


class _Sentence(torch.nn.Module):
    """The whole pipeline, tokens to unit vector, as one graph."""

    def __init__(self, model: SentenceTransformer) -> None:
        super().__init__()
        self.model = model

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        features = self.model({"input_ids": input_ids, "attention_mask": attention_mask})
        embedding: torch.Tensor = torch.nn.functional.normalize(features["sentence_embedding"])
        return embedding


def load(source: EncoderSource) -> SentenceTransformer:
    """The model at `source`, its adapter merged in."""
    disable_progress_bar()  # type: ignore[no-untyped-call]
    model = SentenceTransformer(str(source.folder), device="cpu", local_files_only=True)
    model.max_seq_length = MAX_TOKENS
    if source.adapter is not None:
        warnings.filterwarnings("ignore", message=".*is_gradient_checkpointing", category=FutureWarning)
        tuned = PeftModel.from_pretrained(cast(torch.nn.Module, model[0].auto_model), str(source.adapter))
        model[0].auto_model = tuned.merge_and_unload()
    return model.eval()


def export(source: EncoderSource, folder: Path, step: Callable[[str], None] = lambda name: None) -> Encoder:
    """Export the model at `source` into `folder`, check it against the original, and load it.

    In int8 where this machine's arithmetic agrees well enough, which halves the time of every question, else in full
    precision. `folder` appears whole or not at all. EncoderMismatch when a vector differs by more than AGREEMENT.
    """
    identity = source.id
    step("loading the encoder")
    model = load(source)
    beside = folder.with_name(f"{folder.name}.building-{os.getpid()}")
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir(parents=True)
    try:
        step("exporting the encoder")
        _write(model, beside, identity)
        step("checking the export")
        worst = _disagreement(model, Encoder(beside))
        if worst > AGREEMENT:
            raise EncoderMismatch(
                f"The exported encoder differs from the original by {worst:.1e} in cosine (at most {AGREEMENT:.0e})."
            )
        _quantize(model, beside)
        shutil.rmtree(folder, ignore_errors=True)
        beside.rename(folder)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return Encoder(folder)


def _quantize(model: SentenceTransformer, folder: Path) -> None:
    """Put int8 weights in the place of the full ones, by column, where they agree to INT8_AGREEMENT."""
    full, small = folder / MODEL, folder / f"int8-{MODEL}"
    logging.disable(logging.WARNING)  # it advises a preparation that changes nothing for this model
    try:
        quantize_dynamic(
            str(full),
            str(small),
            weight_type=QuantType.QInt8,
            per_channel=True,
            extra_options={"MatMulConstBOnly": True},
        )
    finally:
        logging.disable(logging.NOTSET)
    kept = full.rename(folder / f"full-{MODEL}")
    small.rename(full)
    if _disagreement(model, Encoder(folder)) > INT8_AGREEMENT:
        kept.rename(full)
    else:
        kept.unlink()


def _write(model: SentenceTransformer, folder: Path, identity: str) -> None:
    wrapper = _Sentence(model).eval()
    # Two tensors: the exporter merges inputs that are the same object.
    ids, mask = torch.ones(2, 16, dtype=torch.long), torch.ones(2, 16, dtype=torch.long)
    shape = {0: torch.export.Dim("batch"), 1: torch.export.Dim("tokens", max=MAX_TOKENS)}
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            wrapper,
            (ids, mask),
            str(folder / MODEL),
            input_names=["input_ids", "attention_mask"],
            output_names=["sentence_embedding"],
            dynamic_shapes=(shape, dict(shape)),
            dynamo=True,
            external_data=False,
            verbose=False,
        )
    model.tokenizer.backend_tokenizer.save(str(folder / TOKENIZER))
    manifest = {"id": identity, "dimensions": str(model.get_embedding_dimension())}
    (folder / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")


def _disagreement(model: SentenceTransformer, exported: Encoder) -> float:
    """How far from 1 the cosine between a vector of the model's and the exported one is at worst."""
    original = model.encode(list(PROBES), normalize_embeddings=True, show_progress_bar=False)
    cosines = (np.asarray(original) * exported.embed(PROBES)).sum(axis=1)
    return float(np.abs(1 - cosines).max())
