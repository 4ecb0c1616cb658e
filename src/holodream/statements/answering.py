"""What a message says as an answer to a quote."""

from __future__ import annotations

from .matching import meet
from .sharing import Shared, focus_of, shared
from .understanding import Speech

_ASKED = 0.5  # share of a fact that a sentence about it holds at least


def answer_reasons(fact: Speech, message: Speech, quote: Speech, own: Shared) -> dict[str, float]:
    """What a message says as an answer to a quote: which sentence of it, and whether it agrees."""
    theirs = shared(fact, quote)
    focus = focus_of(theirs, quote)
    beside = elsewhere = beside_count = elsewhere_count = 0.0
    known = {one.place for one in own.met if one.score >= 0.5}
    for place, word in enumerate(message.words):
        score, there = meet(word, False, quote)
        if score < 0.5 or there < 0:
            continue
        if quote.sentence_of[there] == focus:
            beside += message.weights[place]
            beside_count += place not in known
        else:
            elsewhere += message.weights[place]
            elsewhere_count += 1
    last = len(quote.sentences) - 1
    while last and quote.sentences[last] - quote.sentences[last - 1] <= 2:
        last -= 1
    whole = sum(message.weights) or 1.0
    agrees, objects = message.opens_with("agree"), message.opens_with("correct")
    asked = quote.asks(last) and focus >= last - 1 and theirs.coverage >= _ASKED
    return {
        "quoted": 1.0,
        "quote_holds": theirs.coverage,
        "beside": beside / whole,
        "elsewhere": elsewhere / whole,
        "beside_count": beside_count,
        "elsewhere_count": elsewhere_count,
        "quote_asks": float(quote.asks(last)),
        "asked_of_fact": float(focus == last),
        "quote_sentences": float(len(quote.sentences)),
        "agrees_asked": float(agrees and asked and not objects),
        "objects_asked": float(objects and asked and not agrees),
        "agrees": float(agrees and own.count > 0),
        "objects": float(objects and own.count > 0),
        "agrees_bare": float(agrees and own.count == 0),
        "no_own_words": float(not message.words),
    }
