"""A lesson played in memory: the match that follows its script."""

from touchwood.core.game import AnyGame
from touchwood.core.lesson import LEARNER, LESSON_BOT, Asks, Lesson, Plays, find_lesson
from touchwood.core.options import options_from_mapping
from touchwood.match.dealer import ScriptedDealer
from touchwood.match.match import Match
from touchwood.match.record import Header, Mover, Player, ScriptedDeal


def begin_lesson(game: AnyGame, name: str, learner: str) -> Match:
    """Up to the first thing the learner is asked for. Raises `InputError` if there is no such lesson."""
    lesson = find_lesson(game, name)
    match = Match(game, header_of(game, name, lesson, learner), ScriptedDealer(lesson))
    match.deal()
    play_partners(match)
    return match


def header_of(game: AnyGame, name: str, lesson: Lesson, learner: str) -> Header:
    players = (Player(learner), *(Player(partner, LESSON_BOT) for partner in lesson.partners))
    options_from_mapping(game, lesson.options, len(players))
    return Header(game.name, game.newest_version, lesson.options, players, ScriptedDeal(name))


def play_partners(match: Match) -> None:
    """All that the script has before the learner is asked again."""
    while isinstance(step := match.lesson_step, Plays):
        match.act(step.seat, match.game.codec.parse(step.action), by=Mover.BOT)


def learn(match: Match, typed: str) -> None:
    """The learner does something. Raises `InputError` or `Refused`, and nothing happened."""
    action = match.game.typed(typed)
    match.check_lesson(LEARNER, action)
    match.act(LEARNER, action)
    play_partners(match)


def asked_for(match: Match) -> Asks | None:
    """What the learner is to do; None: the lesson is over."""
    step = match.lesson_step
    return step if isinstance(step, Asks) else None
