"""Count the slips of every shipped pilot over the default field, each pilot playing both sides.

    python scripts/evidence/pilot_health.py               about 10 minutes on 2 free cores
    python scripts/evidence/pilot_health.py --games 2000  fewer games of those that do not search

Writes results/pilot_health.md beside this file. What the slips are: docs/reference/statistics.md.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

import forgesim
from forgesim.cards.pilots import LOOKING_AHEAD, OWN, load_pilot
from forgesim.cards.shipped import shipped_names
from forgesim.kernel.jit import engine_digest
from forgesim.pilots.registry import load_game

RESULTS = Path(__file__).parent / "results" / "pilot_health.md"
SHARES = {"planner": 10, "searcher": 200}
"""By what the games of a kind are divided: a search takes its time."""

HEAD = """\
# Slips of pilots

Made by `python scripts/evidence/pilot_health.py --games {games:,}` with engine `{digest}`.
Every pilot plays both sides of the default field. Rates are in percent of the chances: of turns in
which creatures that were ready could win together; of ends of turns; of EMBERs; of strikes at
creatures. The intervals are 95 %.

Pilots of the kinds `random` and `weights` play the same games as before there was a search
(`scripts/parity.txt` has not changed), so their rows also say how it was before. A search that
leaves Forge Points unspent keeps a card back; a strike into certain loss is often a small creature
that marks damage for a larger one: `forgesim pilot explain` tells which.

"""


def rows_of(pilot: str, games: int) -> Iterator[dict[str, object]]:
    """One row for each check."""
    health = forgesim.batch(pilot=[pilot], games=games)["health"]
    for check, rows in health.groupby("check", sort=False):
        chances, events = int(rows["chances"].sum()), int(rows["events"].sum())
        interval = ""
        if len(rows) == 1:
            interval = f"{rows['low'].iloc[0]:.3f} to {rows['high'].iloc[0]:.3f}"
        yield {"pilot": pilot, "slip": check, "chances": f"{chances:,}", "slips": f"{events:,}",
               "rate": f"{100 * events / chances:.3f}", "interval": interval}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    games = parser.parse_args().games
    game = load_game("forge")
    kinds = {name: load_pilot(name, game).kind for name in shipped_names("forge", "pilots")}
    kinds[OWN] = "weights"
    order = ["random", "weights", *LOOKING_AHEAD]
    rows = [row for name in sorted(kinds, key=lambda n: (order.index(kinds[n]), n))
            for row in rows_of(name, games // SHARES.get(kinds[name], 1))]  # fmt: skip
    table = pd.DataFrame(rows)
    lines = [list(table.columns), ["---"] * len(table.columns), *table.to_numpy().tolist()]
    text = HEAD.format(games=games, digest=engine_digest())
    text += "".join(f"| {' | '.join(line)} |\n" for line in lines)
    RESULTS.write_text(text, encoding="utf-8")
    print(f"wrote {RESULTS}")


if __name__ == "__main__":
    main()
