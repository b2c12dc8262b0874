"""Votes, "Ask a director", a director's ruling, and the club's bank."""

import asyncio
import time
from typing import Any

import pytest
from fake_discord.asking import library
from fake_discord.club import Club, club
from fake_discord.people import NotAllowed, shown
from fake_discord.things import Channel, Message, Permission

from bot.discord_rulings import CHANGED, GONE, NO_ROLE, NOT_A_DIRECTOR
from bot.records import Kept, Records
from bot.render import unescape_markdown
from corpus.errors import BankError
from corpus.refs import LawRef

ODD = "dummy said something odd"


async def with_directors(one: Club) -> None:
    """Bert is a director."""
    one.gets(one.bert, one.directors)
    await one.owner.runs("setup", director_role=one.directors)


async def asked(one: Club, question: str = ODD) -> Message:
    return shown(await one.anna.runs("ask", question=question))


async def called(one: Club, answer: Message) -> Message:
    """What the directors get to read after Anna asked for them."""
    await one.anna.clicks(answer, "Ask a director")
    (thread,) = one.discord.world.threads_of(one.lounge)
    return await one.bert.at(thread).hears()


async def ruled(one: Club, notice: Message, ref: str, **more: str) -> Message:
    form = await one.bert.clicks(notice, "Rule…")
    return shown(await one.bert.at(notice.channel).submits(form, ref=ref, **more))


def thread_of(one: Club) -> Channel:
    (thread,) = one.discord.world.threads_of(one.lounge)
    return thread


@pytest.mark.parametrize(
    ("label", "thanks"), [("Helpful", "Thank you."), ("Not helpful", "the directors look through")]
)
async def test_a_vote_is_thanked_for_alone(label: str, thanks: str) -> None:
    async with club() as one:
        told = shown(await one.bert.clicks(await asked(one), label))
        assert thanks in told.content
        assert not one.anna.sees(told)


async def test_a_button_pressed_before_the_answer_is_on_record(monkeypatch: pytest.MonkeyPatch) -> None:
    keep = Records.keep

    def slowly(self: Records, kept: Kept, asker: int) -> None:
        time.sleep(0.3)
        keep(self, kept, asker)

    monkeypatch.setattr(Records, "keep", slowly)
    async with club() as one:
        await with_directors(one)
        answer = await asked(one)
        assert "Thank you" in shown(await one.bert.clicks(answer, "Helpful")).content
        assert (await called(one, answer)).notified == {one.bert.user}


async def test_a_private_answer_can_be_voted_on() -> None:
    async with club() as one:
        answer = shown(await one.anna.runs("ask", question=ODD, private=True))
        assert "Ask a director" not in answer.buttons, "a private question isn't shown to others"
        assert "Thank you" in shown(await one.anna.clicks(answer, "Not helpful")).content


async def test_the_director_role_is_notified_in_a_thread_once() -> None:
    async with club() as one:
        await with_directors(one)
        answer = await asked(one)
        notice = await called(one, answer)
        assert notice.notified == {one.bert.user}
        assert ODD in notice.text
        assert thread_of(one).name == ODD
        again = shown(await one.owner.clicks(answer, "Ask a director"))
        assert "already" in again.content
        assert len(one.discord.world.messages_in(thread_of(one), one.discord.world.bot)) == 1


async def test_two_who_ask_at_once_notify_once() -> None:
    async with club() as one:
        await with_directors(one)
        answer = await asked(one)
        await asyncio.gather(*(person.clicks(answer, "Ask a director") for person in (one.anna, one.bert, one.owner)))
        assert len(one.discord.world.messages_in(thread_of(one), one.discord.world.bot)) == 1


async def test_nobody_is_notified_by_what_the_question_says() -> None:
    async with club() as one:
        await with_directors(one)
        answer = await asked(one, f"@everyone <@{one.owner.user.id}> <@&{one.directors.id}> ?")
        assert answer.notified == set()
        notice = await called(one, answer)
        assert notice.notified == {one.bert.user}


async def test_without_a_director_role_it_is_said_how_to_choose_one() -> None:
    async with club() as one:
        told = shown(await one.anna.clicks(await asked(one), "Ask a director"))
        assert told.content == NO_ROLE


async def test_no_thread_can_be_opened_so_the_channel_serves() -> None:
    async with club() as one:
        await with_directors(one)
        answer = await asked(one)
        one.lounge.denied[one.discord.world.bot.id] = Permission.CREATE_PUBLIC_THREADS
        await one.anna.clicks(answer, "Ask a director")
        notice = await one.bert.hears(answer)
        assert notice.notified == {one.bert.user}


async def test_a_call_that_fails_can_be_made_again() -> None:
    async with club() as one:
        await with_directors(one)
        answer = await asked(one)
        one.lounge.denied[one.discord.world.bot.id] = Permission.SEND_MESSAGES_IN_THREADS
        assert "Something went wrong" in shown(await one.anna.clicks(answer, "Ask a director")).content
        one.lounge.denied.clear()
        notice = await called(one, answer)
        assert notice.notified == {one.bert.user}


async def test_a_ruling_posts_the_clause() -> None:
    async with club() as one:
        await with_directors(one)
        notice = await called(one, await asked(one))
        ruling = await ruled(one, notice, "43a1c", note="He *talked*, so 43A1 it is.")
        assert ruling.embeds[0]["title"].startswith("Ruling: Law 43A1(c) (2017)")
        assert ruling.embeds[0]["author"]["name"] == ODD
        assert library().edition("2017").by_ref[LawRef.parse("43A1c")].text in unescape_markdown(ruling.text)
        assert r"\*talked\*" in ruling.text, "shown, not obeyed"
        assert one.anna.sees(ruling)
        assert ruling.notified == set()


@pytest.mark.parametrize(
    ("ref", "named", "why"),
    [
        ("43C", "there is no C", "the book has no such clause"),
        ("64A", "not in the loaded text", "its text isn't loaded"),
        ("the one with dummy", "is not a reference", "no reference"),
    ],
)
async def test_a_reference_is_checked_against_the_book(ref: str, named: str, why: str) -> None:
    async with club() as one:
        await with_directors(one)
        notice = await called(one, await asked(one))
        told = await ruled(one, notice, ref)
        assert named in unescape_markdown(told.content), why
        assert not one.anna.sees(told)
        ruling = await ruled(one, notice, "43A1(c)")
        assert ruling.embeds, "the form can be opened again"


async def test_a_ruling_in_another_edition() -> None:
    async with club() as one:
        await with_directors(one)
        notice = await called(one, await asked(one))
        assert "(2007)" in (await ruled(one, notice, "41D (2007)")).embeds[0]["title"]


async def test_only_a_director_rules_or_who_manages_the_server() -> None:
    async with club() as one:
        await with_directors(one)
        notice = await called(one, await asked(one))
        assert shown(await one.anna.clicks(notice, "Rule…")).content == NOT_A_DIRECTOR
        form = await one.owner.clicks(notice, "Rule…")
        one.guild.owner = one.bert.user
        refused = shown(await one.owner.at(notice.channel).submits(form, ref="43A1c"))
        assert refused.content == NOT_A_DIRECTOR, "who was one when he opened the form need not be one any more"


async def test_the_same_question_is_answered_right_after_a_second_click() -> None:
    async with club() as one:
        await with_directors(one)
        notice = await called(one, await asked(one))
        ruling = await ruled(one, notice, "43A1(c)")
        assert one.ask.taught == {}, "one click is not enough"
        assert shown(await one.anna.clicks(ruling, "Answer this so from now on")).content == NOT_A_DIRECTOR
        done = shown(await one.bert.clicks(ruling, "Answer this so from now on"))
        assert done.content == "From now on this question is answered with Law 43A1(c)."
        assert (await asked(one)).embeds[0]["title"] == "Law 43A1(c) governs"
        again = shown(await one.bert.clicks(ruling, "Answer this so from now on"))
        assert "already" in again.content


async def test_what_is_kept_is_the_question_that_was_ruled_on() -> None:
    async with club() as one:
        await with_directors(one)
        said = one.anna.says(f"{one.mention} {ODD}")
        answer = await one.anna.hears(said)
        first = await called(one, answer)
        ruling = await ruled(one, first, "43A1(c)")
        one.anna.edits(said, f"{one.mention} How do I put down dummy?")
        await one.discord.world.until(lambda: answer.embeds[0]["title"] == "Law 41D governs")
        await asyncio.sleep(0.1)
        assert shown(await one.bert.clicks(ruling, "Answer this so from now on")).content == CHANGED
        second = await ruled(one, first, "41D")
        third = await ruled(one, first, "41B")
        assert shown(await one.bert.clicks(second, "Answer this so from now on")).content == CHANGED
        assert "Law 41B" in shown(await one.bert.clicks(third, "Answer this so from now on")).content
        assert {str(ref) for ref in one.ask.taught.values()} == {"41B"}


async def test_a_bank_that_refuses_says_so_and_can_be_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(ref: LawRef, question: str) -> None:
        raise BankError("The bank is full.")

    async with club(teach=full) as one:
        await with_directors(one)
        ruling = await ruled(one, await called(one, await asked(one)), "43A1(c)")
        for _ in range(2):
            assert shown(await one.bert.clicks(ruling, "Answer this so from now on")).content == "The bank is full."


async def test_a_question_that_was_forgotten() -> None:
    async with club() as one:
        await with_directors(one)
        answer = await asked(one)
        notice = await called(one, answer)
        ruling = await ruled(one, notice, "43A1(c)")
        await one.anna.runs("forget-me")
        assert "no longer on record" in shown(await one.anna.clicks(answer, "Helpful")).content
        assert shown(await one.anna.clicks(answer, "Ask a director")).content == GONE
        assert shown(await one.bert.clicks(ruling, "Answer this so from now on")).content == GONE


async def test_the_form_keeps_its_limits() -> None:
    async with club() as one:
        await with_directors(one)
        notice = await called(one, await asked(one))
        form = await one.bert.clicks(notice, "Rule…")
        wrong: list[dict[str, Any]] = [{"ref": ""}, {"ref": "4" * 61}, {"ref": "43", "note": "x" * 501}]
        for values in wrong:
            with pytest.raises(NotAllowed):
                await one.bert.at(notice.channel).submits(form, **values)
