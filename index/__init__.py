"""Finding clauses: keys, vectors, words, and the ranking made of them."""
