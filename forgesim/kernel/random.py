"""Random streams: counter-based, in integer arithmetic, keyed by pair seed, purpose and side.

A stream is a 64-bit key; its n-th word is `mix(key + n * GOLDEN)`, the splitmix64 generator
(Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014). All words are
masked to 64 bits, so that the same code gives the same words compiled and in plain Python.
"""

import hashlib

import numpy as np

from forgesim.kernel.jit import jit, jit_entry, jit_small

STREAM_VERSION = 1
"""Changes whenever the same seed would give other draws; part of every fingerprint."""

WORD = 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15


@jit_small
def word(n):
    """`n` as an unsigned 64-bit word (signed and unsigned must never meet in one operation)."""
    return int(np.uint64(n))


@jit
def mix(bits):
    """Splitmix64's finaliser of `bits + GOLDEN`: a bijection on 64-bit words."""
    z = (word(bits) + GOLDEN) & WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
    return z ^ (z >> 31)


@jit
def draw(key, n):
    """Word number `n` of the stream `key`."""
    return mix((word(key) + ((word(n) * GOLDEN) & WORD)) & WORD)


@jit_small
def below(bits, n):
    """Map a random word to 0 … n-1 (n < 2**31; the bias is at most n / 2**32)."""
    return (np.int64(word(bits) >> 32) * np.int64(n)) >> 32


@jit
def stream(pair_seed, purpose, side):
    """Key of the stream for one purpose and side of a pair (`purpose` < 128, `side` 0 or 1)."""
    return mix(word(pair_seed) ^ mix(purpose * 2 + side + 1))


@jit
def pair_seed(matchup_key, index):
    """Seed of the pair number `index` of a matchup: no two pairs of one matchup share a seed."""
    return draw(matchup_key, index)


@jit_entry
def seed_of_pair(matchup_key, index):
    """`pair_seed`, for calls from Python."""
    return pair_seed(matchup_key, index)


def matchup_key(run_seed: int, deck_a: str, deck_b: str) -> int:
    """Key of a matchup's pair seeds: from the run's seed and the two deck names, in any order.

    Nothing else enters: neither the matchup's place in a plan, nor pilots, nor the ruleset.
    """
    names = "\0".join(sorted((deck_a, deck_b)))
    digest = hashlib.blake2b(f"{run_seed}\0{names}".encode(), digest_size=8)
    return int.from_bytes(digest.digest(), "little")
