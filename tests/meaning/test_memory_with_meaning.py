"""A memory that finds facts by meaning: over a real connection to a stand-in server, with a real store."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import holodream
from holodream.meaning.finder import Meaning

from ..servers import misbehaving as bad
from ..servers.misbehaving import Behaviour, Standin
from ..support import contents
from .concepts import FACTS, UNLIKE_IN_WORDS, concepts
from .conftest import Open

Serve = Callable[[Behaviour], Standin]


def texts_sent(server: Standin) -> list[str]:
    return [text for turn in server.asked for text in turn.json["input"]]


def test_a_fact_is_found_without_a_shared_word(serve: Serve, remembering: Open) -> None:
    memory = remembering(serve(concepts).url, FACTS)
    found = memory.search(UNLIKE_IN_WORDS)
    assert found.hits[0].content == FACTS[1]
    assert found.hits[0].how == "meaning"


def test_by_words_it_is_not(remembering: Open) -> None:
    assert FACTS[1] not in contents(remembering("", FACTS).search(UNLIKE_IN_WORDS))


def test_words_say_that_they_found_it(serve: Serve, remembering: Open) -> None:
    (hit, *_) = remembering(serve(concepts).url, FACTS).recall("Where does Vera keep the ladder?").hits
    assert (hit.content, hit.how) == (FACTS[0], "words")


def test_why_speaks_of_meaning(serve: Serve, remembering: Open) -> None:
    memory = remembering(serve(concepts).url, FACTS)
    explanation = memory.why(2, UNLIKE_IN_WORDS)
    assert "deviations nearer than usual" in explanation.text


def test_a_person_of_another_name_stays_out(serve: Serve, remembering: Open) -> None:
    memory = remembering(serve(concepts).url, FACTS)
    memory.add("Marta has her piano tuned by Otto.", entities=["Marta", "Otto"])
    memory.add("Ines plays the violin.", entities=["Ines"])
    memory.settle(20)
    assert "Marta has her piano tuned by Otto." not in contents(memory.recall("Which instrument does Ines play?"))


def test_saving_waits_for_no_server(serve: Serve, remembering: Open) -> None:
    server = serve(bad.late_headers)
    memory = remembering(server.url, timeout=0.2)
    assert memory.add(FACTS[0]).status == "added"
    assert contents(memory.recall("Where does Vera keep the ladder?")) == [FACTS[0]]


def test_the_first_question_of_a_process_waits_for_the_vectors_that_are_being_read(serve: Serve, remembering: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command asks one question and ends: in the time that it may take the vectors are read."""
    url = serve(concepts).url
    remembering(url, FACTS).close()

    def slowly(loaded: Any, rows: list[tuple[int, bytes]], *, take: Callable[..., None] = Meaning._take) -> None:
        time.sleep(0.3)
        take(loaded, rows)

    monkeypatch.setattr(Meaning, "_take", staticmethod(slowly))
    assert remembering(url, settled=False).search(UNLIKE_IN_WORDS).hits[0].how == "meaning"


@pytest.mark.parametrize(
    "behave",
    [
        bad.late_headers,
        bad.trickled_body,
        bad.closes_in_the_body,
        bad.no_http,
        bad.answers(b"<html>Sign in</html>"),
        bad.answers({"error": {"message": "no"}}, 401),
        bad.answers({"error": {"message": "slow down"}}, 429, {"Retry-After": "60"}),
        bad.answers({"error": {"message": "oops"}}, 500),
    ],
    ids=["late", "trickled", "closed", "no http", "html", "401", "429", "500"],
)
def test_a_bad_server_leaves_the_words(serve: Serve, remembering: Open, behave: Behaviour, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    server = serve(behave)
    memory = remembering(server.url, FACTS[:2], timeout=0.3)
    assert contents(memory.recall("Where does Vera keep the ladder?")) == [FACTS[0]]
    assert memory.settle(1.0) is False
    lines = [record for record in caplog.records if "127.0.0.1" in record.getMessage()]
    assert 1 <= len(lines) <= len(server.asked), "one line for a failure"
    assert "ladder" not in caplog.text


def test_first_four_then_more(serve: Serve, remembering: Open) -> None:
    server = serve(concepts)
    memory = remembering(server.url)
    memory.close()
    with holodream.open(memory.store.path) as quiet:
        for fact in FACTS:
            quiet.add(fact)
    remembering(server.url)
    sizes = [len([text for text in turn.json["input"] if text in FACTS]) for turn in server.asked]
    assert sizes[0] == 4
    assert max(sizes) > 4
    assert sum(sizes) == len(FACTS)


def test_each_fact_is_sent_once(serve: Serve, remembering: Open) -> None:
    server = serve(concepts)
    remembering(server.url, FACTS[:6]).close()
    remembering(server.url, FACTS[:6])
    assert sorted(text for text in texts_sent(server) if text in FACTS) == sorted(FACTS[:6])


def test_nothing_that_the_screen_refuses_leaves(serve: Serve, remembering: Open) -> None:
    server = serve(concepts)
    memory = remembering(server.url, FACTS[:3])
    secret = "The password of the shed is " + "Kestrel-4471-quill" + "."
    with closing(sqlite3.connect(memory.store.path)) as other:  # as a program without a screen would
        other.execute("INSERT INTO facts (content) VALUES (?)", (secret,))
        other.commit()
    memory.add(FACTS[3])
    memory.settle(20)
    memory.recall("My password is " + "Kestrel-4471-quill" + ", remember it")
    assert FACTS[3] in texts_sent(server)
    assert not [text for text in texts_sent(server) if "Kestrel" in text]


def test_a_changed_text_gets_a_new_vector(serve: Serve, remembering: Open) -> None:
    memory = remembering(serve(concepts).url, FACTS)
    memory.change(2, "The shop sells bicycles.")
    memory.change(3, "Otto is a dentist.")
    memory.settle(20)
    found = memory.search(UNLIKE_IN_WORDS)
    assert found.hits, found.trace.steps
    assert found.hits[0].fact_id == 3


def test_a_forgotten_fact_leaves_no_vector(serve: Serve, remembering: Open) -> None:
    memory = remembering(serve(concepts).url, FACTS)
    with closing(sqlite3.connect(memory.store.path)) as file:
        (vector,) = file.execute("SELECT vector FROM fact_vectors WHERE fact_id = 2").fetchone()
    memory.forget(2)
    assert memory.settle(20)
    assert FACTS[1] not in contents(memory.search(UNLIKE_IN_WORDS))
    memory.close()
    assert vector not in b"".join(file.read_bytes() for file in memory.store.path.parent.iterdir() if file.is_file())


def test_another_width_behind_the_name_is_told_and_words_go_on(serve: Serve, remembering: Open, caplog: pytest.LogCaptureFixture) -> None:
    remembering(serve(concepts).url, FACTS[:6]).close()
    memory = remembering(serve(bad.embed).url, (*FACTS[:6], "A new fact about ladders."))
    assert contents(memory.recall("Where does Vera keep the ladder?"))[0] == FACTS[0]
    assert "embed all facts again" in caplog.text


def test_embed_again_takes_the_new_model(serve: Serve, remembering: Open) -> None:
    remembering(serve(bad.embed).url, FACTS).close()
    memory = remembering(serve(concepts).url)
    done = memory.embed(again=True)
    assert (done.dropped, done.made, done.vectors, done.missing) == (len(FACTS), len(FACTS), len(FACTS), 0)
    assert memory.search(UNLIKE_IN_WORDS).hits[0].content == FACTS[1]


def test_embed_needs_a_model(memory: holodream.Memory) -> None:
    with pytest.raises(holodream.ConfigError, match="embeddings"):
        memory.embed()


def test_two_memories_of_a_process_share_the_work(serve: Serve, remembering: Open) -> None:
    server = serve(concepts)
    first, second = remembering(server.url), remembering(server.url)
    first.add(FACTS[1])
    assert second.settle(20)
    assert second.search(UNLIKE_IN_WORDS).hits
    assert texts_sent(server).count(FACTS[1]) == 1


def test_a_group_is_not_given_what_is_private(serve: Serve, remembering: Open, tmp_path: Path) -> None:
    server = serve(concepts)
    remembering(server.url, FACTS)
    settings = holodream.EmbeddingServer(server.url, "small", timeout=5.0)
    with holodream.Memory(tmp_path / "memory.db", holodream.Config(embeddings_wait=5.0), for_groups=True, embeddings=settings) as group:
        assert not group.search(UNLIKE_IN_WORDS).hits


def test_private_facts_do_not_crowd_a_shared_one_out(serve: Serve, remembering: Open, tmp_path: Path) -> None:
    server = serve(concepts)
    memory = remembering(server.url, ("Rossi takes patients on Fridays only.", *(f"Toothache number {number} was Rossi's." for number in range(60))))
    memory.share(1)
    settings = holodream.EmbeddingServer(server.url, "small", timeout=5.0)
    with holodream.Memory(tmp_path / "memory.db", holodream.Config(embeddings_wait=5.0), for_groups=True, embeddings=settings) as group:
        found = group.search("my teeth")
        assert contents(found) == ["Rossi takes patients on Fridays only."]
        assert "60" not in " ".join(found.trace.steps)


def test_facts_of_other_categories_do_not_crowd_one_out(serve: Serve, remembering: Open) -> None:
    memory = remembering(serve(concepts).url, tuple(f"Toothache number {number} was Rossi's." for number in range(60)))
    memory.add("Rossi takes patients on Fridays only.", category="project")
    memory.settle(20)
    assert contents(memory.search("my teeth", category="project")) == ["Rossi takes patients on Fridays only."]


def test_in_a_search_a_shared_word_has_found_it(serve: Serve, remembering: Open) -> None:
    found = remembering(serve(concepts).url, FACTS).search("something about a parcel and also one shelf or another, whatever")
    assert {hit.how for hit in found.hits if hit.content.startswith("Parcel")} == {"words"}


def test_nobody_waits_for_a_server_that_rests(serve: Serve, remembering: Open) -> None:
    memory = remembering(serve(bad.answers({"error": {"message": "slow down"}}, 429, {"Retry-After": "600"})).url, FACTS[:1])
    memory.add(FACTS[1])  # wakes what makes vectors
    assert memory._door is not None
    assert memory._door.meaning is not None
    assert memory._door.meaning.background._idle.wait(20)
    assert not memory.settle(20)


def test_while_a_server_rests_a_save_makes_no_work(serve: Serve, remembering: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve(bad.answers({"error": {"message": "no such key"}}, 401))
    memory = remembering(server.url, FACTS[:1])
    screened: list[str] = []
    monkeypatch.setattr("holodream.meaning.background.screen", screened.append)
    for fact in FACTS[1:6]:
        memory.add(fact)
        assert memory.settle(5) is False
    assert (len(server.asked), screened) == (1, [])


def test_the_vector_of_a_question_goes_with_its_model(serve: Serve, remembering: Open) -> None:
    memory = remembering(serve(concepts).url, FACTS)
    memory.search(UNLIKE_IN_WORDS)
    memory.embed(again=True)
    memory.settle(20)
    assert memory._door is not None
    assert memory._door.meaning is not None
    assert memory._door.meaning._loaded is None or UNLIKE_IN_WORDS not in memory._door.meaning._loaded.questions
    assert FACTS[1] in contents(memory.search(UNLIKE_IN_WORDS))


# --- reranking ---


def test_the_reranker_orders_what_was_found(serve: Serve, remembering: Open) -> None:
    memory = remembering("", ("Vera has a ladder.", "Vera keeps an old wooden ladder in the orchard behind the house."), rerank=serve(bad.rerank).url)
    found = memory.search("old wooden ladder of Vera in the orchard behind the house")
    assert found.hits[0].fact_id == 2
    assert "reranked" in " ".join(found.trace.steps)
    assert "Reranking" in memory.why(2, "Where is the old wooden ladder of Vera?").text


@pytest.mark.parametrize(
    "behave", [bad.late_headers, bad.answers(b"<html>"), bad.answers({"results": []}), bad.closes_at_once], ids=["late", "html", "none", "closed"]
)
def test_without_an_answer_the_result_is_as_without_a_reranker(serve: Serve, remembering: Open, behave: Behaviour) -> None:
    question = "Where does Vera keep the ladder?"
    plain = remembering("", FACTS)
    before = [hit.fact_id for hit in plain.search(question).hits]
    plain.close()
    memory = remembering("", rerank=serve(behave).url, rerank_timeout=0.3)
    assert [hit.fact_id for hit in memory.search(question).hits] == before


def test_a_reranker_is_sent_nothing_long_and_nothing_secret(serve: Serve, remembering: Open) -> None:
    server = serve(bad.rerank)
    memory = remembering("", FACTS, rerank=server.url)
    memory.search("Where does Vera keep the ladder? " + "I wonder about it. " * 40)
    memory.search("Vera, ladder, orchard: my password is " + "Kestrel-4471-quill")
    assert not server.asked
