import { randomUUID } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import { answersTo, type Player } from '../../scripts/lib/player/player.ts';
import { rightAnswer } from '../../scripts/lib/player/right-answer.ts';
import { newOperatorKey } from '../../server/desk/operators.ts';
import { verifyList } from '../../server/raffle/verify.ts';
import { postProofAnswer, postProofRound } from '../../src/contract/proof.ts';
import { getRaffleTickets } from '../../src/contract/raffle.ts';
import { DAY_MS, weekOf } from '../../src/rules/calendar.ts';
import type { Level } from '../../src/rules/levels.ts';
import { raffleMonthOf } from '../../src/rules/raffle.ts';
import type { GameServer } from '../../tests/support/game-server.ts';
import { fillBankAccount } from '../support/bank.ts';
import { movingClock } from '../support/moving-clock.ts';
import { testOnServer } from '../support/own-server.ts';
import { comeAs, comeHomeWithoutBank, dataOf, isHome, makePlayer } from '../support/player.ts';
import { answer, leaveRound, option, startRound } from '../support/round.ts';
import { answersOnTable } from '../support/rush.ts';

const clock = movingClock();
const test = testOnServer({ ...clock.env, TWO_PEOPLE_ABOVE_NAIRA: '110' });

const HELD_IS_LOOKED_AT_AFTER_MS = 10 * 60_000;

/** The operators of each server, by their keys: the first approves the second. */
const keys = new WeakMap<GameServer, Promise<[string, string]>>();

async function addOperators(server: GameServer): Promise<[string, string]> {
  const [, eve = ''] = await server.command(['operators', 'add', 'eve']);
  const { key: ngozi, seal } = newOperatorKey();
  await server.command(['operators', 'add', 'ngozi', seal], eve);
  return [eve, ngozi];
}

/** An operator's actions on prizes; `ngozi` joins if two are needed. */
async function deskOf(server: GameServer) {
  const adding = keys.get(server) ?? addOperators(server);
  keys.set(server, adding);
  const [eve, ngozi] = await adding;
  const command = (...args: string[]) => server.command(args, eve);
  const both = async (...args: string[]) => {
    await server.command(args, eve);
    await server.command(args, ngozi);
  };
  return {
    command,
    both,
    /** Runs the server's work of a minute, this much later. */
    runAfter: async (ms: number) => {
      clock.goTo(clock.now() + ms);
      await command('payouts', 'run');
    },
    /** Decides on the one prize of a number's player; one operator is enough for a small prize. */
    decide: async (phone: string, what: 'approve' | 'release') => {
      const told = await command('payouts', 'evidence', phone);
      const [reference = ''] = /PO-\S+/.exec(told.join('\n')) ?? [];
      const say = what === 'approve' ? both : command;
      await say('payouts', what, reference, '--why', 'Seen at play');
    },
  };
}

/** The one prize on 'My winnings'. */
const card = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('list'), hasText: 'place, week of' });

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).press('Enter');

/** A new player with a plan, who plays by the API alone. */
async function comePlayer(page: Page, name: string) {
  const player = await makePlayer(page, name);
  await player.subscribe();
  return player;
}

/** Plays an ordinary round of a level, all answers right. */
async function play(player: Player, level: Level): Promise<void> {
  const round = await player.openRound(level);
  clock.goTo(clock.now() + 60_000);
  expect((await player.deliver(round, answersTo(round))).status).toBe(200);
}

/** Plays the proof round that is asked for: as a player does, or sooner than anybody can read. */
async function prove(player: Player, how: 'well' | 'hastily'): Promise<void> {
  let { data: question } = await player.ask({ endpoint: postProofRound, key: randomUUID() });
  for (let number = 1; question !== null; number += 1) {
    const ms = how === 'well' ? proofMs(number) : 100;
    clock.goTo(clock.now() + 750 + ms);
    const body = { number, choice: rightAnswer(question), end: 'answered', ms };
    const answered = { endpoint: postProofAnswer, key: randomUUID(), body };
    question = (await player.ask(answered)).data.next;
  }
}

/** How long a person takes for a question of the proof round, which is another time for each. */
function proofMs(number: number): number {
  return 2000 + 370 * ((number * 7) % 11);
}

/** Answers all of the proof round right, each in a time of its own, by the clocks of page and server. */
async function playProof(page: Page): Promise<void> {
  for (let number = 1; number <= 20; number += 1) {
    await expect(page.getByText(`${number} of 20`)).toBeVisible();
    const { right } = await answersOnTable(page);
    const ms = 750 + proofMs(number);
    clock.goTo(clock.now() + ms);
    await page.clock.fastForward(ms);
    await option(page, right).press('Enter');
    await expect(page.getByRole('button', { name: /Correct$/ })).toBeVisible();
    await page.clock.fastForward(750);
  }
}

test('a week is won, held for each reason that a player can mend, and paid to the bank', {
  tag: '@old-chromium',
}, async ({ page, server }) => {
  const phone = await comeHomeWithoutBank(page, 'Ada');
  const questions = await startRound(page, 'La Liga', 'Hard');
  for (let number = 1; number <= 4; number += 1) await answer(page, questions, number, true);
  const counted = page.waitForResponse((one) => one.url().endsWith('/points') && one.ok());
  await leaveRound(page);
  expect(await dataOf<{ awarded: unknown }>(await counted)).toMatchObject({
    awarded: { points: 60 },
  });

  clock.goTo(weekOf(clock.now()).endsAt + DAY_MS + 60_000);
  const desk = await deskOf(server);
  await desk.command('payouts', 'run');
  await page.goto('/home');
  const greeting = page.getByRole('dialog', { name: /^You won/ });
  await expect(greeting.getByText('₦120')).toBeVisible();
  await greeting.getByRole('button', { name: 'See my winnings' }).press('Enter');

  await expect(card(page)).toContainText('We need your bank account');
  await press(page, 'Add bank account');
  // The sandbox's bank returns transfers to an account that ends in 1.
  await fillBankAccount(page, 'Access', '0123456781');
  await press(page, 'Submit');
  await expect(page.getByRole('img', { name: 'Account number ending 781' })).toBeVisible();

  await page.goto('/rewards#winnings');
  await expect(card(page)).toContainText('We need your date of birth');
  await press(page, 'Enter my date of birth');
  await page.getByLabel('Day').fill('17');
  await page.getByLabel('Month').fill('5');
  await page.getByLabel('Year').fill('1990');
  await page.getByLabel('State').selectOption('Lagos');
  await page.getByLabel('City').selectOption({ index: 1 });
  await press(page, 'Update');
  await expect(page.getByLabel('Year')).toHaveCount(0);

  await page.clock.install();
  await page.goto('/rewards#winnings');
  await expect(card(page)).toContainText('20 sealed questions wait for you');
  await press(page, 'Confirm your win');
  await expect(page.getByRole('heading', { name: /20 sealed questions/ })).toBeVisible();
  await press(page, 'Start now');
  await playProof(page);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await press(page, 'See my winnings');

  await expect(card(page)).toContainText('Your bank account is new');
  await expect(card(page)).toContainText(/The prize goes on \w/);
  await desk.runAfter(DAY_MS + HELD_IS_LOOKED_AT_AFTER_MS);
  await page.reload();
  await expect(card(page)).toContainText('A second person checks it');
  await desk.decide(phone, 'approve');
  await desk.runAfter(HELD_IS_LOOKED_AT_AFTER_MS);

  await page.reload();
  await expect(card(page)).toContainText('Your bank sent it back');
  await press(page, 'Check bank account');
  await fillBankAccount(page, 'Access', '0123456785', 'Change');
  await press(page, 'Submit');
  await expect(page.getByRole('img', { name: 'Account number ending 785' })).toBeVisible();
  await page.goto('/rewards#winnings');
  await expect(card(page)).toContainText('Your bank account is new');
  await expect(card(page)).toContainText(/The prize goes on \w/);
  await expect(card(page).getByRole('button')).toHaveCount(0);
  await desk.runAfter(DAY_MS + HELD_IS_LOOKED_AT_AFTER_MS);

  await page.reload();
  await expect(card(page)).toContainText('1st place');
  await expect(card(page)).toContainText('Paid');
  await expect(page.getByText(/Access Bank.*ending 785/)).toBeVisible();
  await page.goto('/home');
  await isHome(page);
  await expect(page.getByRole('dialog', { name: /^You won/ })).toHaveCount(0);
});

test("a prize held for a person's decision says so, and continues when they release it", {
  tag: '@full',
}, async ({ page, server }) => {
  const desk = await deskOf(server);
  const [paid, shares, hasty, young] = [
    await comePlayer(page, 'Ada'),
    await comePlayer(page, 'Bea'),
    await comePlayer(page, 'Cy'),
    await comePlayer(page, 'Dele'),
  ];
  for (const player of [paid, shares, hasty, young]) {
    await player.sayBirthday(player === young ? '2012-05-17' : '1990-05-17');
    await play(player, 'easy');
  }
  await paid.addBank('0123456794');
  await hasty.addBank('0123456804');
  await young.addBank('0123456814');
  clock.goTo(weekOf(clock.now()).endsAt + DAY_MS + 60_000);
  await desk.command('payouts', 'run');
  for (const player of [paid, shares, young]) await prove(player, 'well');
  await prove(hasty, 'hastily');
  await desk.command('payouts', 'run');

  await paid.addBank('0123456824');
  await comeAs(page, '/rewards#winnings', shares, { hasBank: false });
  await press(page, 'Add bank account');
  await fillBankAccount(page, 'Access', '0123456794');
  await press(page, 'Submit');
  await expect(page.getByRole('img', { name: 'Account number ending 794' })).toBeVisible();
  await page.goto('/rewards#winnings');
  await expect(card(page)).toContainText('A person checks your bank account');
  await expect(page.getByRole('button', { name: 'Contact Us' })).toBeVisible();
  await desk.decide(shares.phone, 'release');
  await desk.runAfter(DAY_MS + HELD_IS_LOOKED_AT_AFTER_MS);
  await page.reload();
  await expect(card(page)).toContainText('Access Bank, ending 794');

  await comeAs(page, '/rewards#winnings', hasty, { hasBank: true });
  await expect(card(page)).toContainText('A person looks at your games');
  await desk.decide(hasty.phone, 'release');
  await desk.command('payouts', 'run');
  await page.reload();
  await expect(card(page)).toContainText('Access Bank, ending 804');

  await comeAs(page, '/rewards#winnings', young, { hasBank: true });
  await expect(card(page)).toContainText('You are under 18');
  await expect(page.getByRole('button', { name: 'Check my date of birth' })).toBeVisible();
});

test('a drawn month is right on the phone of anybody, and a list that was changed is found out', async ({
  page,
  server,
}) => {
  const desk = await deskOf(server);
  const [fay, gus] = [await comePlayer(page, 'Fay'), await comePlayer(page, 'Gus')];
  for (const player of [fay, fay, gus]) await play(player, 'hard');
  const [mine, other] = [await codesOf(fay), await codesOf(gus)];
  const { month, endsAt } = raffleMonthOf(clock.now());
  await desk.both('draw', 'commit', month, 'USD/NGN of the day after, by the Central Bank', '2');
  clock.goTo(endsAt + 60_000);
  await desk.both('draw', 'figure', month, '1452.36');
  await page.goto(`/rewards/draw/${month}`);
  await expect(page.getByText('The draw comes next')).toBeVisible();

  await desk.command('draw', 'run', month);
  await page.reload();
  await expect(page.getByText('This draw is right')).toBeVisible();
  await expect(page.getByText('4 checks, 4 right')).toBeVisible();
  await page.getByRole('textbox', { name: 'Was my ticket in?' }).fill(mine.at(-1) ?? '');
  await press(page, 'Find this ticket');
  await expect(page.getByText(`Yes. ${mine.at(-1)} is ticket`)).toBeVisible();

  const file = await page.request.get(`/api/v2/raffle/draws/${month}/list`);
  const list = (await file.text()).trim().split('\n');
  expect(list).toEqual(expect.arrayContaining([...mine, ...other]));
  expect((await verifyList(lines(list))).isRight).toBe(true);
  const without = await verifyList(lines(list.filter((line) => line !== other[0])));
  expect(without.lines.at(-1)).toBe('This draw does not add up');

  await page.route('**/raffle/draws/*/paths', async (route) => {
    const response = await route.fetch();
    const { data, ...reply } = await response.json();
    const wrong = [...mine, ...other].find((code) => code !== data.winner.code);
    const winner = { ...data.winner, code: wrong };
    await route.fulfill({ response, json: { ...reply, data: { ...data, winner } } });
  });
  await page.reload();
  await expect(page.getByText('This draw does not add up')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Worked out:' })).toContainText(
    'The list was closed first, wrong',
  );
});

async function* lines(of: readonly string[]) {
  yield* of;
}

async function codesOf(player: Player): Promise<string[]> {
  const { data } = await player.ask({ endpoint: getRaffleTickets });
  return data.map(({ code }) => code);
}
