"""Fine-tune the encoder on the bank: `python -m evals.finetune --out index/adapter`.

A LoRA adapter (Hu et al. 2021, arXiv:2106.09685) on query, key, value and dense of all-MiniLM-L6-v2, small enough for
the repository; `index/export.py` merges it when it exports the encoder. In-batch negatives both ways (InfoNCE): a
question against its clause, and against another question of that clause. Half of each batch comes from few laws, so
that the negatives are the neighbours that are hard to tell apart. Deterministic for a seed on one kind of machine.
"""

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import torch
from peft import LoraConfig, get_peft_model
from sentence_transformers import SentenceTransformer
from transformers import PreTrainedModel

from bot.assembly import Lawbook
from bot.config import settings_from
from corpus.bank import Bank
from corpus.model import Edition
from index.keys import clause_keys
from index.weights import EncoderSource, plain_source

BATCH, NEIGHBOURS_FROM = 48, 5
TOKENS = 72
CHUNK = 12
RANK, RATE, WARM_UP = 16, 1e-3, 0.06
TEMPERATURE = 0.05
SEED = 2017


@dataclass(frozen=True, slots=True)
class Pair:
    """A question and a text that it should lie near to: its clause's words or another question of it."""

    ref: str
    question: str
    positive: str


def pairs_of(bank: Bank, edition: Edition, draw: random.Random) -> list[Pair]:
    """One pair for every question of the bank, the kind of its positive drawn anew each time."""
    words = {key.ref: key.text for key in clause_keys(edition)}
    questions: dict[str, list[str]] = {}
    for entry in bank.questions:
        questions.setdefault(str(entry.ref), []).append(entry.text)
    pairs = []
    for ref, texts in questions.items():
        for text in texts:
            others = [other for other in texts if other != text]
            if ref in words and (not others or draw.random() < 0.4):
                pairs.append(Pair(ref, text, words[ref]))
            elif others:
                pairs.append(Pair(ref, text, draw.choice(others)))
    return pairs


def batches(pairs: Sequence[Pair], draw: random.Random) -> Iterator[list[Pair]]:
    """Batches of which half comes from a few laws and half from anywhere; each pair once."""
    by_law: dict[str, list[Pair]] = {}
    for pair in draw.sample(list(pairs), len(pairs)):
        by_law.setdefault(_law(pair.ref), []).append(pair)
    left = sum(map(len, by_law.values()))
    while left:
        laws = [law for law in by_law if by_law[law]]
        near = draw.sample(laws, min(NEIGHBOURS_FROM, len(laws)))
        batch = [by_law[law].pop() for _ in range(BATCH // 2 // NEIGHBOURS_FROM + 1) for law in near if by_law[law]]
        batch = batch[: BATCH // 2] if len(batch) > BATCH // 2 else batch
        left = sum(map(len, by_law.values()))
        while left and len(batch) < BATCH:
            laws = [law for law in by_law if by_law[law]]
            law = draw.choices(laws, [len(by_law[law]) for law in laws])[0]
            batch.append(by_law[law].pop())
            left -= 1
        yield batch


def _law(ref: str) -> str:
    return ref[:2] if ref[:2].isdigit() else ref[:1]


class Trainer:
    """The encoder with its adapter, and one step of training."""

    def __init__(self, source: EncoderSource) -> None:
        torch.manual_seed(SEED)
        self.model = SentenceTransformer(str(source.folder), device="cpu", local_files_only=True)
        self.tokenizer = self.model.tokenizer
        config = LoraConfig(
            r=RANK, lora_alpha=RANK * 2, lora_dropout=0.05, target_modules=["query", "key", "value", "dense"]
        )
        self.network = get_peft_model(cast(PreTrainedModel, self.model[0].auto_model), config)
        self.network.train()

    def embed(self, texts: list[str]) -> torch.Tensor:
        """Unit vectors, shape (len(texts), dimensions); texts of like length go together, which saves padding."""
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        chunks = [order[i : i + CHUNK] for i in range(0, len(order), CHUNK)]
        pooled = torch.cat([self._pooled([texts[i] for i in chunk]) for chunk in chunks])
        return torch.nn.functional.normalize(pooled[torch.argsort(torch.tensor(order))], dim=1)

    def _pooled(self, texts: list[str]) -> torch.Tensor:
        inputs = self.tokenizer(texts, padding=True, truncation=True, max_length=TOKENS, return_tensors="pt")
        with torch.autocast("cpu", dtype=torch.bfloat16):
            states = self.network(**inputs).last_hidden_state
        mask = inputs["attention_mask"].unsqueeze(-1).float()
        pooled: torch.Tensor = (states.float() * mask).sum(1) / mask.sum(1)
        return pooled

    def loss(self, batch: list[Pair]) -> torch.Tensor:
        """InfoNCE both ways; texts of the same clause are no negatives of each other."""
        questions, positives = self.embed([p.question for p in batch]), self.embed([p.positive for p in batch])
        same = torch.tensor([[a.ref == b.ref for b in batch] for a in batch])
        same.fill_diagonal_(False)
        scores = (questions @ positives.T / TEMPERATURE).masked_fill(same, -1e4)
        among = (questions @ questions.T / TEMPERATURE).masked_fill(
            same | torch.eye(len(batch), dtype=torch.bool), -1e4
        )
        target = torch.arange(len(batch))
        forth = torch.nn.functional.cross_entropy(torch.cat([scores, among], dim=1), target)
        return (forth + torch.nn.functional.cross_entropy(scores.T, target)) / 2

    def save(self, folder: Path) -> None:
        """Write the adapter alone, naming the model that it is for by name rather than by a folder of this machine."""
        self.network.peft_config["default"].base_model_name_or_path = "all-MiniLM-L6-v2"
        self.network.save_pretrained(str(folder))
        (folder / "README.md").unlink(missing_ok=True)


def finetune(bank: Bank, edition: Edition, epochs: int, source: EncoderSource) -> Trainer:
    """Train for some epochs, with a linear warm-up and a linear decay."""
    draw = random.Random(SEED)
    trainer = Trainer(source)
    plan = [batch for _ in range(epochs) for batch in batches(pairs_of(bank, edition, draw), draw)]
    weights = [weight for weight in trainer.network.parameters() if weight.requires_grad]
    optimizer = torch.optim.AdamW(weights, lr=RATE, weight_decay=0.01)
    warm = max(1, int(len(plan) * WARM_UP))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda n: min((n + 1) / warm, max(0.02, (len(plan) - n) / (len(plan) - warm)))
    )
    started, recent = time.monotonic(), 0.0
    for n, batch in enumerate(plan, 1):
        optimizer.zero_grad()
        loss = trainer.loss(batch)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        schedule.step()
        recent = 0.95 * recent + 0.05 * loss.item() if n > 1 else loss.item()
        if n % 20 == 0 or n == len(plan):
            print(f"{n}/{len(plan)} loss {recent:.3f} {time.monotonic() - started:.0f} s", flush=True)
    return trainer


def main() -> None:
    """Train on the bank and the loaded edition, and write the adapter."""
    parser = argparse.ArgumentParser("python -m evals.finetune", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("index/adapter"))
    parser.add_argument("--epochs", type=int, default=2)
    options = parser.parse_args()
    lawbook = Lawbook(settings_from())
    trainer = finetune(lawbook.bank, lawbook.library.edition(lawbook.settings.edition), options.epochs, plain_source())
    trainer.save(options.out)


if __name__ == "__main__":
    main()
