"""Softmax regression from the embedding of a question to the clauses, learned from the bank.

The nearest questions say what is like this one; the regression says what tells a clause from its neighbours. Adam
(Kingma & Ba 2015, arXiv:1412.6980) with decoupled weight decay, from the clauses' mean embeddings, over batches in a
fixed order: the same bank gives the same weights.
"""

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]

SCALE = 10.0
"""Factor on the products of unit vectors, as in a softmax over cosines."""

EPOCHS, BATCH, RATE, DECAY, SMOOTHING, SEED = 8, 512, 0.01, 0.2, 0.05, 2017


def fit_softmax(vectors: Matrix, owner: NDArray[np.int64], size: int) -> Matrix:
    """Weights of shape (size, dimensions) from unit vectors (questions, dimensions) and the clause of each.

    A clause without questions has a row of zeros.
    """
    weights = _means(vectors, owner, size)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    draw = np.random.default_rng(SEED)
    steps = EPOCHS * -(-len(vectors) // BATCH)
    step = 0
    for _ in range(EPOCHS):
        order = draw.permutation(len(vectors))
        for start in range(0, len(order), BATCH):
            rows = order[start : start + BATCH]
            slope = _slope(weights, vectors[rows], owner[rows])
            rate = RATE * (1 - step / steps)
            step += 1
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            weights *= 1 - rate * DECAY
            weights -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    weights[np.bincount(owner, minlength=size) == 0] = 0.0
    return weights


def _means(vectors: Matrix, owner: NDArray[np.int64], size: int) -> Matrix:
    sums = np.zeros((size, vectors.shape[1]), dtype=np.float32)
    np.add.at(sums, owner, vectors)
    means: Matrix = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-6)
    return means


def _slope(weights: Matrix, vectors: Matrix, owner: NDArray[np.int64]) -> Matrix:
    """The gradient of the cross entropy against smoothed labels, averaged over the batch."""
    logits = SCALE * (vectors @ weights.T)
    share = np.exp(logits - logits.max(axis=1, keepdims=True))
    share /= share.sum(axis=1, keepdims=True)
    share -= SMOOTHING / len(weights)
    share[np.arange(len(owner)), owner] -= 1 - SMOOTHING
    slope: Matrix = (SCALE / len(owner)) * (share.T @ vectors)
    return slope
