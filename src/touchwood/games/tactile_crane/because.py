"""The facts behind a choice, as its seat knew them: what was felt, what lifting and grabbing were worth, and how such
numbers end."""

from math import exp

from touchwood.core.review import Because
from touchwood.games.tactile_crane.actions import Action, ChooseJackpot, Grab, Lift, PlaceBet
from touchwood.games.tactile_crane.bots.belief import Spread
from touchwood.games.tactile_crane.bots.betting import odds_of_results
from touchwood.games.tactile_crane.bots.fitted import fitted
from touchwood.games.tactile_crane.bots.players import LISTENER
from touchwood.games.tactile_crane.review import worth_of_grabs
from touchwood.games.tactile_crane.state import Phase
from touchwood.games.tactile_crane.view import View


def because(seen: View, action: Action) -> Because | None:
    if seen.face is None:
        return None
    number = seen.face.number
    match action:
        case PlaceBet():
            low, exact, high = (round(100 * chance) for chance in odds_of_results(seen, fitted()))
            return Because("bet", {"number": number, "low": low, "exact": exact, "high": high})
        case Grab() | Lift() if seen.phase is Phase.GRAB:
            return _of_a_grab(seen, number)
        case ChooseJackpot() if seen.counted == number:
            return Because("jackpot", {"larger": max(seen.jackpots), "smaller": min(seen.jackpots)})
        case _:
            return None


def _of_a_grab(seen: View, number: int) -> Because | None:
    assert seen.face is not None
    worths = worth_of_grabs(seen, Lift())
    again = [worth for action, worth in worths.items() if isinstance(action, Grab)]
    grip = LISTENER.grip(seen, Spread.of(seen.options, seen.face))
    if not seen.is_holding or grip.bundle is None:
        return Because("first_grab", {"number": number, "again": _cards(max(again))}) if again else None
    facts: dict[str, int | str] = {
        "number": number,
        "felt": round(exp(grip.bundle.mean)),
        "lift": _cards(worths[Lift()]),
    }
    return Because("grab", facts | {"again": _cards(max(again))}) if again else Because("last_grab", facts)


def _cards(worth: float) -> str:
    return f"{worth:.1f}"
