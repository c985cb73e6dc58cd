"""What the gate is told: limits and policy, by options and by the experiment's `[gate]`."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from forgesim.arena.experiment import Experiment
from forgesim.cards.files import failure
from forgesim.cards.toml import Toml
from forgesim.errors import ForgesimError, UsageError
from forgesim.gate.result import POLICIES
from forgesim.stats.drift import Limits, fewest_pairs

_NAMES = [field.name for field in fields(Limits)]


@dataclass(frozen=True)
class Settings:
    """Limits and policy, and where they were said.

    Attributes
    ----------
    limits : Limits
    policy : str
        What happens at the cap: one of `POLICIES`.
    flags : mapping
        What options have said.
    path : Path
        The experiment file.
    """

    limits: Limits
    policy: str
    flags: Mapping[str, Any]
    path: Path

    def wrong(self, problem: str) -> ForgesimError:
        """An error about a limit, which the problem begins with: of its option or its line."""
        return _wrong(problem, self.flags, self.path)


def gate_settings(experiment: Experiment, path: Path, flags: Mapping[str, Any]) -> Settings:
    """Lay options over what an experiment file says.

    Parameters
    ----------
    experiment, path : Experiment, Path
        The experiment, and its file.
    flags : mapping
        Fields of `Limits`, and `inconclusive`; None for what was not given.

    Raises
    ------
    ForgesimError
        If a value cannot be used.
    """
    given = {key: value for key, value in flags.items() if value is not None}
    told = experiment.gate | given
    policy = told.get("inconclusive", "report")
    if policy not in POLICIES:
        raise UsageError(f"--inconclusive {policy}: expected {', '.join(POLICIES)}")
    try:
        limits = Limits(**{name: told[name] for name in _NAMES if name in told})
    except ValueError as error:
        raise _wrong(str(error), given, path) from None
    return Settings(limits, policy, given, path)


def _wrong(problem: str, given: Mapping[str, Any], path: Path) -> ForgesimError:
    name = problem.split(":", maxsplit=1)[0]
    toml = Toml(path)
    if name not in given and name in toml.data.get("gate", {}):
        return failure(path, f"gate: {problem.replace(': ', ' ', 1)}", toml.line("gate", name))
    return UsageError(f"--{problem.replace(': ', ' ', 1)}")


def with_cap(settings: Settings, stored: int | None) -> Settings:
    """Settings whose cap can be reached, and at which something can be decided.

    Parameters
    ----------
    settings : Settings
    stored : int or None
        Pairs of each matchup in the baseline; None where no outcomes of it are compared.

    Raises
    ------
    ForgesimError
        If there is no such cap; it says which one would do.
    """
    limits = settings.limits
    need = fewest_pairs(limits)
    reason = f"no matchup can pass before {need:,} pairs, even if not one of them changes"
    if limits.cap < need:
        raise settings.wrong(f"cap: {limits.cap:,}, but {reason}: raise it to {need} or more")
    if stored is None or limits.cap <= stored:
        return settings
    holds = f"the baseline holds {stored:,} pairs of each matchup"
    if "cap" in settings.flags:
        remedy = f"make it again with --pairs {limits.cap}, or lower the cap"
        raise settings.wrong(f"cap: {limits.cap:,}, but {holds}: {remedy}")
    if stored < need:
        raise UsageError(f"{holds}, and {reason}: make it again with --pairs {need} or more")
    return replace(settings, limits=replace(limits, cap=stored))
