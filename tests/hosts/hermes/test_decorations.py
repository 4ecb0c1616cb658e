"""What a host wraps around a person's words, taken off again: every literal of Hermes 0.19 and 0.22."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from holodream.hosts.hermes.decorations import spoken

from ...support import run_python

WORDS = "When is Livia's violin lesson?"
ANSWER = "The lesson is on Thursday."

# --- one decoration at a time; each function wraps a text as a host does ---


def reply(text: str, quote: str = ANSWER) -> str:
    return f'[Replying to: "{quote}"]\n\n{text}'


def reply_to_bot(text: str, quote: str = ANSWER) -> str:
    return f'[Replying to your previous message: "{quote}"]\n\n{text}'


def sender(text: str, name: str = "Marta") -> str:
    return f"[{name}] {text}"


def slack_sender(text: str) -> str:
    return f"[Marta | Slack user <@U024BE7LH>] {text}"


def observed(text: str) -> str:
    return f"[Marta|123456789]\n{text}"


def backfill(text: str) -> str:
    return f"[Recent channel messages]\n[Tomas] the boiler is cold\n[Oleg] again?\n\n[New message]\n{text}"


def voice(text: str) -> str:
    return f'"{text}"'


def voice_with_caption(text: str) -> str:
    return f'"The boiler hums."\n\n{text}'


def image(text: str) -> str:
    return (
        '[The user sent an image~ Here\'s what I can see:\nA red [toy] car.\nIt stands on a table; the sign says "Exit".]\n'
        f"[If you need a closer look, use vision_analyze with image_url: /tmp/a b[1].jpg ~]\n\n{text}"
    )


def two_images(text: str) -> str:
    return image(image(text))


def image_not_described(text: str) -> str:
    return (
        "[The user sent an image but I couldn't quite see it this time (>_<) You can try looking at it yourself with vision_analyze "
        f"using image_url: /tmp/a.jpg]\n\n{text}"
    )


def image_failed(text: str) -> str:
    return (
        "[The user sent an image but something went wrong when I tried to look at it~ You can try examining it yourself with vision_analyze "
        f"using image_url: /tmp/a.jpg]\n\n{text}"
    )


def voice_failed(text: str) -> str:
    return f"[voice message could not be transcribed]\n\n{text}"


def voice_failed_in_022(text: str) -> str:
    return f"[voice message could not be transcribed automatically; the audio is available at: /tmp/a.ogg]\n\n{text}"


def voice_empty(text: str) -> str:
    return f"[The user sent a voice message but it came through empty or inaudible - no words could be made out]\n\n{text}"


def voice_not_transcribed(text: str) -> str:
    return f"[The user sent a voice message: /tmp/a.ogg (duration: 0:07)]\n\n{text}"


def sticker(text: str) -> str:
    return f'[The user sent a sticker 😀 from "Cats"~ It shows: "a cat, waving" (=^.w.^=)]\n\n{text}'


def document(text: str) -> str:
    return (
        "[The user sent a document: 'report[final].pdf'. It is saved at: /tmp/report[final].pdf. "
        f"Its text is not inlined here (it's a binary format such as PDF or DOCX).]\n\n{text}"
    )


def audio(text: str) -> str:
    return f"[The user sent an audio file attachment: 'a.mp3'. It is saved at: /tmp/a.mp3. Its content is not inlined here.]\n\n{text}"


def video(text: str) -> str:
    return f"[The user sent a video attachment: 'a.mp4'. It is saved at: /tmp/a.mp4. Its content is not inlined here.]\n\n{text}"


def discord(text: str) -> str:
    return f"[Triggering message id: `1139` — use as `message_id` for reply/react/pin via the discord tools.]\n\n{text}"


def restart_note(text: str) -> str:
    return f"[System note: Your previous turn was interrupted by a gateway restart; skip unfinished work.]\n\n{text}"


def reset_note(text: str) -> str:
    return f"[System note: The user's session was automatically reset by the daily schedule. This is a fresh conversation with no prior context.]\n\n{text}"


def skill(text: str) -> str:
    return (
        '[IMPORTANT: The user has invoked the "garden" skill, indicating they want you to follow its instructions. '
        "The full skill content is loaded below.]\n\n"
        f"# Garden\nWater the roses. Ask for the password.\n\nThe user has provided the following instruction alongside the skill invocation: {text}"
    )


def skill_bundle(text: str) -> str:
    return (
        '[IMPORTANT: The user has invoked the "home" skill bundle, loading 2 skills.]\n\n'
        f"# One\nWater the roses.\n\n# Two\nFeed the cat.\n\nUser instruction: {text}"
    )


def time_prefix(text: str) -> str:
    return f"[Tue 2026-04-28 13:40:53 CEST] {text}"


def time_prefix_with_offset(text: str) -> str:
    return f"[Sun 2026-11-29 08:00:00 +07] {text}"


def fence(text: str) -> str:
    return (
        f"{text}\n\n<memory-context>\n[System note: The following is recalled memory context, NOT new user input.]\n\n"
        "## Holographic Memory\n- [3] Grandpa takes his pills.\n</memory-context>"
    )


def summary(text: str) -> str:
    return (
        "[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted.\n## Active task\nBuy a boiler.\n\n"
        f"--- END OF CONTEXT SUMMARY — respond to the message below, not the summary above ---\n\n{text}"
    )


ONE = [
    reply,
    reply_to_bot,
    sender,
    slack_sender,
    observed,
    backfill,
    voice,
    image,
    two_images,
    image_not_described,
    image_failed,
    voice_failed,
    voice_failed_in_022,
    voice_empty,
    voice_not_transcribed,
    sticker,
    document,
    audio,
    video,
    discord,
    restart_note,
    reset_note,
    skill,
    skill_bundle,
    time_prefix,
    time_prefix_with_offset,
    fence,
    summary,
]


@pytest.mark.parametrize("decorate", ONE, ids=lambda function: function.__name__)
def test_a_decoration_is_taken_off(decorate: object) -> None:
    assert callable(decorate)
    said = spoken(decorate(WORDS))
    assert said.text == WORDS
    assert not said.machine


@pytest.mark.parametrize("decorate", ONE, ids=lambda function: function.__name__)
def test_words_in_another_script_and_on_several_lines_stay_whole(decorate: object) -> None:
    assert callable(decorate)
    words = "Когда у Ливии скрипка?\n果果哪天学小提琴？ (a) [b] {c}\n\nالسطر الأخير"
    if decorate is voice:
        words = words.replace("\n", " ")
    assert spoken(decorate(words)).text == words


# --- several at once, from the outside in: note, pointer, files, image or voice, backfill, sender, text ---

PLAIN = st.text(st.sampled_from("abc XYZ,.?!'()жщ我家น้ำمرحب😀1٣-"), min_size=1, max_size=40).map(str.strip).filter(bool)
BRACKETED = st.text(st.sampled_from("ab []\"'\n:~|<>"), min_size=1, max_size=30).map(str.strip).filter(bool)
NAMES = st.text(st.sampled_from("abcMÖжщ我. -_'"), min_size=1, max_size=20).map(str.strip).filter(bool)
QUOTES = st.text(st.sampled_from("ab \n\"]['жщ我.?"), max_size=60).filter(lambda quote: '"]\n\n' not in quote + '"]')
OUTER = [None, discord, time_prefix]
MIDDLE = [None, document, image, sticker, voice_failed, image_not_described]
INNER = [None, backfill, sender, slack_sender, observed]


@given(text=PLAIN, outer=st.sampled_from(OUTER), quote=st.none() | QUOTES, middle=st.sampled_from(MIDDLE), inner=st.sampled_from(INNER), name=NAMES)
def test_any_combination_gives_the_words_back(text: str, outer: object, quote: str | None, middle: object, inner: object, name: str) -> None:
    message = text
    if inner is sender:
        message = sender(message, name)
    elif inner is not None:
        message = inner(message)  # type: ignore[operator]
    for decorate in (middle,):
        message = decorate(message) if decorate is not None else message  # type: ignore[operator]
    message = message if quote is None else reply(message, quote)
    message = outer(message) if outer is not None else message  # type: ignore[operator]
    said = spoken(message)
    assert said.text == text
    assert said.quote == (quote or "")
    assert not said.machine


@given(text=BRACKETED)
@example(text="see [1] and [2]")
@example(text='the sign says "Exit"]')
@example(text="[x] buy milk")
def test_brackets_in_a_persons_words_are_kept_behind_a_decoration(text: str) -> None:
    """A text that itself looks like a decoration is ambiguous; behind a pointer or a note it is not the host's."""
    for decorate in (image, voice_failed, sticker, document, reset_note, discord):
        said = spoken(decorate("Please note: " + text))
        assert said.text == "Please note: " + text, decorate.__name__


@pytest.mark.parametrize("words", ["see [1] and [2]", "look at [this] one", WORDS])
def test_a_mirrored_delivery_ends_at_its_own_bracket(words: str) -> None:
    """Its words stand on the same line."""
    assert spoken(f"[Delivered from telegram] {words}").text == words


@pytest.mark.parametrize(
    "quote", ['He said "no"] twice', "two\nlines\nof text", "", "[Marta] hello", '"', "x" * 5000, "[The user sent a voice message: /tmp/a.ogg]", "a\n\nb"]
)
def test_a_quote_may_hold_anything(quote: str) -> None:
    for decorate in (reply, reply_to_bot):
        said = spoken(decorate("yes, still the same", quote))
        assert (said.text, said.quote) == ("yes, still the same", quote)


def test_a_quote_that_holds_a_reply_itself() -> None:
    """Somebody answers an answer: only the last words are the person's, all others were said by somebody else."""
    said = spoken(reply("and on Friday?", reply("on Thursday", WORDS)))
    assert said.text == "and on Friday?"
    assert "Livia" in said.quote


def test_a_quoted_reply_that_the_host_cut_off() -> None:
    """0.19 keeps 500 characters of a quote; the end of the pointer in it is then missing."""
    cut = reply("x" * 600, WORDS)[:500]
    assert spoken(reply('she wrote "[yes"]\n\nand I agree', cut)).text == 'she wrote "[yes"]\n\nand I agree'
    assert spoken(reply("and on Friday?", reply("x", WORDS * 30)[:480])).text == "and on Friday?"


def test_a_bare_reply_has_no_words() -> None:
    assert spoken('[Replying to: "When is the lesson?"]').text == ""
    assert spoken('[Replying to: "When is the lesson?"]\n\n').text == ""


def test_a_voice_message_with_a_caption_is_speech_twice() -> None:
    said = spoken(voice_with_caption(WORDS))
    assert "The boiler hums." in said.text
    assert WORDS in said.text
    assert '"' not in said.text.replace('"Exit"', "")


def test_a_voice_reply() -> None:
    said = spoken(reply(voice("yes, still the same")))
    assert (said.text, said.quote) == ("yes, still the same", ANSWER)


def test_words_without_decoration_stay_as_they_are() -> None:
    for text in (WORDS, "one\n\ntwo", "a [b] c", 'she said "hi" and left', "[see below", "]", '"', '""', "a\nb\n"):
        assert spoken(text).text == text.strip() or text == '""'


# --- nobody speaks ---


@pytest.mark.parametrize(
    "message",
    [
        "[IMPORTANT: You are running as a scheduled cron job. DELIVERY: your final answer is sent to the user.]\n\nSummarize the news about the boiler.",
        "(The user sent a message with no text content)",
        "[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted.\n## Active task\nBuy a boiler.",
        "[CONTEXT SUMMARY]: Buy a boiler.",
        '[IMPORTANT: The user has invoked the "garden" skill, indicating they want you to follow its instructions.]\n\n# Garden\nWater the roses.',
        '[IMPORTANT: The user launched this CLI session with the "garden" skill preloaded.]\n\n# Garden\nWater the roses.',
        '[IMPORTANT: The "garden" skill is auto-loaded for this channel.]\n\n# Garden\nWater the roses.',
        "[IMPORTANT: Background process p1 completed normally (exit code 0).\nCommand: make test\nOutput:\nthe boiler is on\nthe lesson too]",
        '[IMPORTANT: Background process p1 matched watch pattern "boiler".\nCommand: tail log\nMatched output:\nthe boiler is on\n(3 more suppressed)]',
        "[Background process proc_1 finished with exit code 0~ Here's the final output:\nthe boiler is on\nthe violin lesson is on Thursday]",
        "[Background process proc_1 is still running~ New output:\nthe boiler is on]",
        "[Background process proc_1 finished with exit code 0~ Here's the final output:\nsee [1]]\n\nthe boiler is on]",
        "[Background process p1 heartbeat #2 — still running after 5m (next in 60s).\nCommand: make\nOutput since last heartbeat:\nthe boiler]",
        "[ASYNC DELEGATION COMPLETE — d1]\nA background subagent has finished.\n\nThe boiler needs water.",
        "[System: Your previous response was truncated by the output length limit. Continue with the boiler.]",
        "[System note: The user's session was automatically reset by the daily schedule.]",
        "[The user sent a voice message: /tmp/a.ogg (duration: 0:07)]",
        "[voice message could not be transcribed]",
        "",
        " \n ",
    ],
)
def test_a_machine_does_not_speak(message: str) -> None:
    said = spoken(message)
    assert said.machine or said.text == ""
    assert "boiler" not in said.text
    assert "roses" not in said.text


def test_a_person_may_speak_of_what_the_host_writes() -> None:
    """Words in the middle of a sentence are no decoration."""
    for text in (
        "Why does it say (The user sent a message with no text content) here?",
        "What does [IMPORTANT: You are running as a scheduled cron job. mean?",
        "It printed --- END OF CONTEXT SUMMARY — respond to the message below, not the summary above --- and stopped",
    ):
        assert spoken(text).text == text


def test_a_quoted_empty_message_leaves_the_persons_words() -> None:
    assert spoken(reply("the vet is Dr Lindqvist", "(The user sent a message with no text content)")).text == "the vet is Dr Lindqvist"


# --- any text, in linear time ---


@given(st.text(max_size=80) | st.text(st.sampled_from('[]"\n Replying to:~|<memory-context>System note'), max_size=120))
def test_never_raises(message: str) -> None:
    said = spoken(message)
    assert isinstance(said.text, str)
    assert isinstance(said.quote, str)


_TRAPS = [
    "[",
    "]",
    '"]',
    "<memory-context>",
    "</memory-context>",
    "[The user sent an image~ Here's what I can see:\n",
    "[System note: a]\n",
    "[System note: ",
    "[Marta] ",
    '[Replying to: "',
    '[Replying to: "a"]\n\n',
    "[New message]\n",
    "[CONTEXT SUMMARY]: ",
    "[Triggering message id: ",
    "[a|b]\n",
    "]\n[If you need a closer look",
    "User instruction: ",
    "[IMPORTANT: The skill ",
    "\n",
    " ",
    "[Tue 2026-04-28 13:40:53 CEST] ",
    "--- END OF CONTEXT SUMMARY — respond to the message below, not the summary above ---\n[CONTEXT SUMMARY]: ",
]


def test_megabytes_of_brackets_are_no_trap() -> None:
    """The host waits eight seconds, then goes on without memory for as long as the call hangs; the square of such a length takes many minutes."""
    script = "import sys; from holodream.hosts.hermes.decorations import spoken\nfor unit in sys.argv[1:]: spoken(unit * (3_000_000 // len(unit)))"
    run_python(script, *_TRAPS, seconds=60)
