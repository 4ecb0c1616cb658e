"""What a group chat may do where it gets only what was told in a group: reading is filtered by the store, writing is checked here.

Whoever writes to a fact must be able to see it, else an answer could give away what was told in private. A name belongs to private facts
too, so no name is changed from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from ...errors import InvalidArgument

if TYPE_CHECKING:
    from .call import Call

Touches = Literal["fact", "copies", "names"]  # what an action changes: facts, also the copies of one, which nobody sees from there, or names


def check_visible(call: Call, touches: Touches) -> None:
    """FactNotFound or InvalidArgument when a writing call speaks of a fact or a version that this chat cannot see, or changes a name."""
    if not call.memory.for_groups:
        return
    if touches == "names":
        raise InvalidArgument("Names belong to private facts too: put them right in a private chat. Nothing was changed.")
    if touches == "copies":
        raise InvalidArgument("Copies of this fact may be private: do that in a private chat. Nothing was changed.")
    for fact_id in _ids(call):
        versions = {version.version for version in call.memory.history(fact_id)}
        if call.args.get("action") == "revert" and call.number("version") not in versions:
            raise InvalidArgument(f"Fact {fact_id} has no such version here. Look at action=history.")


def _ids(call: Call) -> list[int]:
    expected = call.expect()
    ids: list[Any] = [*(call.numbers("fact_id") or ()), *(call.numbers("copies") or ()), *(expected if isinstance(expected, dict) else ())]
    return list(dict.fromkeys(ids))
