"""`/ask`, as a person meets it: the real client against the fake."""

import asyncio

import pytest
from fake_discord.asking import library
from fake_discord.club import club
from fake_discord.people import NotAllowed, shown

from bot.answer import cite
from bot.render import unescape_markdown
from corpus.refs import LawRef

LAW = library().edition("2017")
VOTES = ["Helpful", "Not helpful", "Ask a director", "Delete"]


@pytest.mark.parametrize(
    ("question", "title", "within", "buttons", "why"),
    [
        (
            "May dummy call the director?",
            "Laws 43A1(a) and 42B3 govern",
            [
                "Except as Law 42 allows",
                "Dummy may not initiate a call for the Director",
                "Laws of Duplicate Bridge 2017",
            ],
            ["Whole law", "See also", *VOTES],
            "the governing clause first, with its lead-in and where it stands",
        ),
        (
            "dummy said something odd",
            "Not sure: these are the nearest clauses, not a ruling",
            ["Dummy must not participate in the play"],
            ["Whole law", "See also", *VOTES],
            "the nearest clauses, as such",
        ),
        (
            "How many tricks do we get for an established revoke?",
            "Law 64A governs; I don't have the text",
            ["Law 64A: Procedure after Establishment of a Revoke"],
            VOTES,
            "number and title, no text",
        ),
        (
            "what's for lunch?",
            "That is not a question about the laws",
            ["May dummy call the director"],
            VOTES,
            "what the bot is for",
        ),
        (
            "How do I put down dummy?",
            "Law 41D governs",
            ["After the opening lead is faced, dummy spreads his hand"],
            ["Whole law", *VOTES],
            "nothing that it refers to but what isn't loaded",
        ),
    ],
)
async def test_each_outcome_is_told_plainly(
    question: str, title: str, within: list[str], buttons: list[str], why: str
) -> None:
    async with club() as one:
        answer = shown(await one.anna.runs("ask", question=question))
        assert answer.embeds[0]["title"] == title
        assert answer.embeds[0]["author"]["name"] == question
        for words in within:
            assert words in unescape_markdown(answer.text), why
        assert list(answer.buttons) == buttons


async def test_acknowledged_at_once_however_long_the_answer_takes() -> None:
    async with club(slow=0.6) as one:
        asked = await one.anna.runs("ask", question="May dummy call the director?")
        assert asked.took < 0.3
        assert shown(asked).embeds


async def test_everyone_sees_the_answer_unless_it_is_private() -> None:
    async with club() as one:
        open_one = shown(await one.anna.runs("ask", question="May dummy call the director?"))
        private = shown(await one.anna.runs("ask", question="May dummy call the director?", private=True))
        assert one.bert.sees(open_one)
        assert one.anna.sees(private)
        assert not one.bert.sees(private)
        assert "Delete" not in private.buttons, "Discord itself dismisses what one person sees"


async def test_another_edition() -> None:
    async with club() as one:
        answer = shown(await one.anna.runs("ask", question="How do I put down dummy?", edition="2007"))
        assert "Laws of Duplicate Bridge 2007" in answer.text
        assert library().edition("2007").by_ref[LawRef.parse("41D")].text in unescape_markdown(answer.text)


async def test_a_question_about_two_editions_is_answered_with_the_words_of_both() -> None:
    async with club() as one:
        answer = shown(await one.anna.runs("ask", question="What changed in 41D since 2007?"))
        assert answer.embeds[0]["title"] == "Law 41D (2017 and 2007) governs"
        for book in library():
            assert book.by_ref[LawRef.parse("41D")].text in unescape_markdown(answer.text)
            assert book.sha256[:12] in answer.embeds[0]["footer"]["text"]


async def test_the_quoted_words_are_the_books_words() -> None:
    async with club() as one:
        answer = shown(await one.anna.runs("ask", question="May dummy call the director?"))
        for ref in ("43A1(a)", "42B3"):
            citation = cite(LAW, LawRef.parse(ref))
            assert citation.text in unescape_markdown(answer.text)
            assert all(words in unescape_markdown(answer.text) for words in citation.lead_in)


async def test_the_whole_law_comes_to_the_one_who_asked_for_it() -> None:
    async with club() as one:
        answer = shown(await one.anna.runs("ask", question="May dummy call the director?"))
        law = shown(await one.bert.clicks(answer, "Whole law"))
        assert law.embeds[0]["title"] == "Law 43 (2017): Dummy's Limitations"
        assert one.bert.sees(law)
        assert not one.anna.sees(law)


async def test_see_also_quotes_the_clauses_referred_to() -> None:
    async with club() as one:
        answer = shown(await one.anna.runs("ask", question="dummy said something odd"))
        see = unescape_markdown(shown(await one.anna.clicks(answer, "See also")).text)
        assert "Law 42 (2017): Dummy's Rights" in see
        assert LAW.by_ref[LawRef.parse("42A1")].text in see


async def test_only_the_asker_deletes() -> None:
    async with club() as one:
        answer = shown(await one.anna.runs("ask", question="May dummy call the director?"))
        refused = shown(await one.bert.clicks(answer, "Delete"))
        assert "Only the person who asked" in refused.content
        assert not one.anna.sees(refused)
        assert not answer.deleted
        await one.anna.clicks(answer, "Delete")
        await one.discord.world.until(lambda: answer.deleted)


async def test_markdown_and_mentions_in_a_question_are_shown_not_obeyed() -> None:
    async with club() as one:
        typed = f"**bold** @everyone <@{one.bert.user.id}> https://example.com"
        answer = shown(await one.anna.runs("ask", question=typed))
        assert answer.embeds[0]["author"]["name"] == typed, "an author's name is set as plain text"
        assert typed not in (answer.content, answer.embeds[0].get("description"))
        assert answer.notified == set()


async def test_in_a_direct_message() -> None:
    async with club() as one:
        answer = shown(await one.anna.direct.runs("ask", question="May dummy call the director?"))
        assert "43A1" in answer.text
        await one.anna.clicks(answer, "Whole law")


async def test_a_full_queue_says_so_at_once_and_alone() -> None:
    async with club(slow=0.5, workers=1, waiting=0) as one:
        first = asyncio.create_task(one.anna.runs("ask", question="May dummy call the director?"))
        await one.discord.world.until(lambda: one.ask.asked)
        second = await one.bert.runs("ask", question="May dummy call the director?")
        assert "Too many questions" in shown(second).content
        assert not one.anna.sees(shown(second))
        assert second.took < 0.3
        assert shown(await first).embeds, "nothing is lost"


async def test_what_the_chain_refuses_is_one_sentence() -> None:
    async with club() as one:
        assert shown(await one.anna.runs("ask", question="   ")).content == "The question is empty."


async def test_a_person_cannot_send_what_discord_does_not_take() -> None:
    async with club() as one:
        with pytest.raises(NotAllowed):
            await one.anna.runs("ask", question="x" * 2001)
        with pytest.raises(NotAllowed):
            await one.anna.runs("ask", private=True)


async def test_two_thousand_characters_of_question() -> None:
    async with club() as one:
        asked = shown(await one.anna.runs("ask", question="may dummy " * 200))
        assert len(asked.embeds[0]["author"]["name"]) == 256


async def test_an_acknowledgement_that_comes_too_late_loses_nothing() -> None:
    async with club(faulty=True) as one:
        one.discord.rest.failing["/interactions/{interaction_id}/{interaction_token}/callback"] = [404]
        # the interaction itself shows nothing any more; the answer comes as a message of its own
        asking = asyncio.create_task(one.anna.runs("ask", question="May dummy call the director?", wait=1.0))
        answer = await one.anna.hears()
        assert "43A1" in answer.text
        with pytest.raises(AssertionError):
            await asking
