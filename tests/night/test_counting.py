"""What people said of each fact, by local day: only own words about the fact count, and the cost follows what is shared."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holodream.errors import InvalidArgument
from holodream.night import counting, understood
from holodream.night.counting import Counted, Counting, counted
from holodream.night.facts import FactIndex
from holodream.night.inputs import NightFact, Utterance
from holodream.night.passages import passages
from holodream.statements.corroboration import Weighed, weighed
from holodream.statements.understanding import Speech, understand

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
RENT = NightFact(1, 1, "The rent of the studio is 900 euros a month.")
TWINS = NightFact(2, 1, "Bruno picks up the twins on Fridays.")
OLIVES = NightFact(3, 1, "Nora loves olives.")
FACTS = (RENT, TWINS, OLIVES)
PAID = "paid the studio rent again, 900 euros as always"
RAISED = "the studio rent is 950 euros now"
AROUND = "We went to the lake and the water was cold. The dog found a stick and would not let go of it. "


def said(text: str, at: datetime = MONDAY, quote: str = "", key: str = "k", person: str = "p1") -> Utterance:
    return Utterance(key, person, at, "chat", "session", text, quote)


def count(*speech: Utterance, facts: Sequence[NightFact] = FACTS, timezone: str = "UTC", chosen: Counting | None = None) -> dict[int, Counted]:
    return dict(counted(facts, speech, timezone=timezone, settings=chosen or Counting()))


def test_a_confirmation_is_counted_for_its_fact_only() -> None:
    assert [(number, len(one.confirmed)) for number, one in count(said(PAID)).items()] == [(1, 1)]


def test_a_mention_tells_who_said_what_and_why() -> None:
    mention = count(said(PAID, key="m7", person="anna"))[1].confirmed[0]
    assert (mention.key, mention.person, mention.snippet, mention.day, mention.at) == ("m7", "anna", PAID, date(2026, 3, 2), MONDAY)
    assert mention.reasons


def test_two_confirmations_of_one_day_count_once() -> None:
    found = count(said(PAID), said(PAID, MONDAY + timedelta(hours=3), key="later"))
    assert [mention.key for mention in found[1].confirmed] == ["later"]


def test_confirmations_of_two_days_count_twice_in_order() -> None:
    found = count(said(PAID), said(PAID, MONDAY + timedelta(days=5)))
    assert [mention.day for mention in found[1].confirmed] == [date(2026, 3, 2), date(2026, 3, 7)]


@pytest.mark.parametrize(("timezone", "day"), [("UTC", date(2026, 3, 2)), ("Asia/Tokyo", date(2026, 3, 3)), ("America/Los_Angeles", date(2026, 3, 2))])
def test_a_day_is_a_local_day(timezone: str, day: date) -> None:
    found = count(said(PAID, MONDAY.replace(hour=20)), timezone=timezone)
    assert found[1].confirmed[0].day == day


@pytest.mark.parametrize("timezone", ["Mars/Base", "../etc/passwd", ""])
def test_an_unknown_timezone_is_an_error(timezone: str) -> None:
    with pytest.raises(InvalidArgument, match="timezone"):
        count(said(PAID), timezone=timezone)


def test_another_number_contradicts() -> None:
    assert [mention.snippet for mention in count(said(RAISED))[1].contradicted] == [RAISED]


def test_what_was_said_before_the_text_was_written_does_not_contradict_it() -> None:
    written = NightFact(1, 2, RENT.content, written_at=MONDAY + timedelta(days=1))
    assert not count(said(RAISED), facts=(written,))
    assert count(said(RAISED, MONDAY + timedelta(days=2)), facts=(written,))[1].contradicted


def test_a_quote_counts_with_own_words_about_the_fact() -> None:
    quote = "For Friday I have noted: Bruno picks up the twins. Is that right?"
    assert count(said("yes, Bruno still picks up the twins", quote=quote))[2].confirmed


@pytest.mark.parametrize("text", ["ok thanks", "👍", "can you add milk to the list"])
def test_a_quote_alone_does_not_count(text: str) -> None:
    assert not count(said(text, quote="For Friday I have noted: Bruno picks up the twins. Is that right?"))


ASKED = "The rent of the studio is 900 euros a month, and Bruno is at home with the twins."


def test_a_bare_answer_is_one_to_what_the_quote_states(monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[str] = []

    def watched(fact: Speech, message: Speech, quote: Speech | None = None) -> Weighed:
        held.append(fact.text)
        return weighed(fact, message, quote)

    monkeypatch.setattr(counting, "weighed", watched)
    count(said("yes, exactly", quote=ASKED))
    assert held == [RENT.content]


def test_a_long_answer_without_a_word_of_the_fact_is_about_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "weighed", lambda *_: pytest.fail("held against the fact"))
    assert count(said("yes, by the way, we found the dog behind the shed at last, wet to the bones and very pleased with herself", quote=ASKED)) == {}


def test_a_long_pasted_text_confirms_nothing() -> None:
    assert not count(said("The weather stays dull in the north. " * 40 + TWINS.content))


def test_a_fact_in_the_middle_of_a_longer_message_is_found() -> None:
    assert count(said(AROUND * 2 + "Bruno picks up the twins on Fridays. " + AROUND))[2].confirmed


def test_what_is_kept_is_the_passage_that_was_judged() -> None:
    [mention] = count(said(AROUND * 2 + PAID))[1].confirmed
    assert mention.snippet.endswith(PAID)
    assert "lake" not in mention.snippet
    assert mention.plain


@pytest.mark.parametrize("around", ["", AROUND])
def test_another_number_beside_it_is_not_plain_wherever_it_stands(around: str) -> None:
    [mention] = count(said(around * 2 + "paid the studio rent, 900 euros, not 850 euros as before"))[1].confirmed
    assert not mention.plain


NOT_PLAIN = "paid the studio rent, 900 euros, not 850 euros as before. "


@pytest.mark.parametrize("parts", [(NOT_PLAIN + AROUND, PAID), (PAID + " " + AROUND, NOT_PLAIN)])
def test_a_plain_statement_counts_beside_another_one_of_the_day(parts: tuple[str, str]) -> None:
    """In one message, and in two of the same day, whichever comes first."""
    [together] = count(said(f"{parts[0]} {AROUND} {parts[1]}"))[1].confirmed
    assert together.plain
    [apart] = count(said(parts[0]), said(parts[1], MONDAY + timedelta(hours=1), key="later"))[1].confirmed
    assert apart.plain


def test_a_word_of_a_fifth_of_the_facts_is_no_evidence() -> None:
    facts = [NightFact(number, 1, f"Anna {deed}.") for number, deed in enumerate(["swims", "sings", "paints", "sails", "knits"] * 2, 1)]
    assert not count(said("Anna!"), facts=facts)


def test_the_same_word_is_evidence_in_few_facts() -> None:
    assert count(said("Anna sings."), facts=[NightFact(1, 1, "Anna sings.")])[1].confirmed


def test_little_memory_changes_only_how_many_days_are_kept() -> None:
    speech = [said(PAID, MONDAY + timedelta(days=day), key=str(day)) for day in range(9)]
    kept = count(*speech, chosen=Counting(memory_mb=0))[1].confirmed
    assert [mention.key for mention in kept] == ["0", "1", "2", "8"]


def test_nothing_is_counted_without_facts_or_speech() -> None:
    assert not count(said(PAID), facts=())
    assert not count()


def test_speech_is_read_once_and_not_kept() -> None:
    speech = iter([said(PAID), said(RAISED, MONDAY + timedelta(days=1))])
    assert counted(FACTS, speech, timezone="UTC", settings=Counting())[1].contradicted
    assert next(speech, None) is None


def test_a_message_without_rare_words_of_a_fact_is_not_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    monkeypatch.setattr(understood, "understand", lambda text: read.append(text) or understand(text))  # type: ignore[func-returns-value]
    count(said("the ferry leaves in ten minutes, hurry up"), said(PAID))
    assert read == [*(fact.content for fact in FACTS), PAID]


def test_the_pairs_grow_with_what_is_shared_not_with_the_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[int] = []
    monkeypatch.setattr(counting, "weighed", lambda *texts: looked_at.append(1) or weighed(*texts))  # type: ignore[func-returns-value]
    others = [NightFact(number, 1, f"The {chr(97 + number % 26)}{chr(97 + number // 26)}lorf stands beside the quay.") for number in range(10, 200)]
    count(*[said(PAID, MONDAY + timedelta(days=day)) for day in range(20)], facts=[*FACTS, *others])
    assert len(looked_at) == 20


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        ("祖母は金沢に住んでいる", "金沢の祖母の家に来てる"),
        ("房租每月2800元", "房租交了2800元"),
        ("ยายอยู่เชียงใหม่", "มาหายายที่เชียงใหม่"),
        ("दादाजी चाय में चीनी नहीं लेते", "दादाजी की चाय बिना चीनी"),
        ("Оленка ходить на танці щосереди", "везу Оленку на танці"),
        ("할머니는 대구에 사신다", "할머니 뵈러 대구 내려왔어"),
        ("جدتي تسكن في طرابلس", "نحن عند جدتي في طرابلس"),
        ("Nicos Fahrradschloss hängt im Keller.", "das fahrradschloss von Nico ist weg"),
        ("We use Telegram.", "телеграм опять молчит"),
    ],
)
def test_the_index_finds_inflected_words_in_every_script(fact: str, text: str) -> None:
    index = FactIndex([NightFact(1, 1, fact)], household=2, memory=1_000_000)
    assert 0 in index.candidates(text).sharing(0.36, 0.45)


def test_the_share_of_a_single_word_is_told_from_the_same_share_of_several() -> None:
    facts = [NightFact(1, 1, "The zarfkel stands beside a plimwoss."), NightFact(2, 1, "Our quombat likes grelp.")]
    index = FactIndex(facts, household=3, memory=1_000_000)
    one, two = index.candidates("where is that zarfkel?"), index.candidates("zarfkel, plimwoss")
    (share,) = one.sharing(0.1).values()
    assert one.sharing(share, share) == {0: share}
    assert one.sharing(share, share + 0.01) == {}
    assert two.sharing(0.1, 5.0).keys() == {0}
    assert two.among({0: 0.7, 1: 0.9}, 0.1) == {0: 0.7}


def test_a_dropped_fact_is_understood_again() -> None:
    index = FactIndex(FACTS, household=9, memory=0)
    assert [index.speech(number).text for number in (0, 1, 2, 0)] == [RENT.content, TWINS.content, OLIVES.content, RENT.content]


@given(st.text(max_size=400), st.integers(1, 60))
def test_passages_lose_nothing(text: str, length: int) -> None:
    assert "".join(passages(text, length)) == text


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.text(max_size=80), st.text(max_size=80)), max_size=4))
def test_any_text_can_be_counted(texts: list[tuple[str, str]]) -> None:
    assert all(isinstance(one, Counted) for one in count(*[said(text, quote=quote) for text, quote in texts]).values())
