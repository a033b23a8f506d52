import { beforeEach, expect, test } from 'vitest';
import { flagWeeks } from '../../../server/rounds/flag-weeks.ts';
import { readPast, readWeek } from '../../../server/rounds/played.ts';
import { deleteOldRoundTraces } from '../../../server/rounds/shared-rounds.ts';
import { DAY_MS, weekOf } from '../../../src/rules/calendar.ts';
import { played } from '../../support/proof.ts';
import { testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const server = testServer();
const week = () => weekOf(server().clock.at);

beforeEach(() => {
  server().toNextWeek();
});

async function flag(player: TestPlayer, winners: readonly TestPlayer[] = []): Promise<void> {
  const who = { playerId: player.id, winners: winners.map(({ id }) => id) };
  await server()
    .db.transaction()
    .execute((trx) => flagWeeks(trx, who, week()));
}

async function flagsOf(player: TestPlayer): Promise<string[]> {
  const rows = await server()
    .db.selectFrom('rounds')
    .select('flags')
    .where('player_id', '=', player.id)
    .orderBy('issued_at')
    .execute();
  return rows.flatMap(({ flags }) => flags);
}

/** Rounds at every hour, by day and by night. */
const restless = (player: TestPlayer, address: string | null = null) =>
  played(player, 98, { from: week().startsAt, everyMs: 3_600_000, address });

/** Fifty in an hour: a hint, and no flag by itself. */
const hurried = (player: TestPlayer, address: string) =>
  played(player, 50, { right: 5, from: week().startsAt, everyMs: 30_000, address });

test('what speaks against a week stands on its last round, once', async () => {
  const player = await server().signUp();
  const ids = await restless(player);
  await flag(player);
  await flag(player);
  const last = await server()
    .db.selectFrom('rounds')
    .select('flags')
    .where('id', '=', ids.at(-1) ?? '')
    .executeTakeFirstOrThrow();
  expect(last.flags).toContain('no-rest: 4.0 days without a pause of 4 hours');
  expect(await flagsOf(player)).toEqual(last.flags);
  expect(new Set(last.flags).size).toBe(last.flags.length);
});

test('an ordinary week has no flag, nor has one without rounds', async () => {
  const [player, idle] = [await server().signUp(), await server().signUp()];
  await played(player, 10, { from: week().startsAt });
  await flag(player);
  await flag(idle);
  expect(await flagsOf(player)).toEqual([]);
});

test('an address that winners share says nothing alone, only beside a hint', async () => {
  const players: TestPlayer[] = [];
  for (let one = 0; one < 3; one += 1) players.push(await server().signUp());
  const [honest, hasty, other] = players as [TestPlayer, TestPlayer, TestPlayer];
  await played(honest, 10, { from: week().startsAt, address: 'a shop' });
  await played(other, 10, { from: week().startsAt, address: 'a shop' });
  await hurried(hasty, 'a shop');
  for (const player of players) await flag(player, players);
  expect(await flagsOf(honest)).toEqual([]);
  expect(await flagsOf(hasty)).toEqual(expect.arrayContaining(['same-address: one of 3 winners']));
  expect(await flagsOf(hasty)).toContain('rounds-an-hour: 50 rounds within one hour');
});

test('two winners are a family, and a carrier’s address weighs nothing', async () => {
  const players: TestPlayer[] = [];
  for (let one = 0; one < 20; one += 1) players.push(await server().signUp());
  const [hasty, brother] = players as [TestPlayer, TestPlayer];
  await hurried(hasty, 'home');
  await played(brother, 3, { from: week().startsAt, address: 'home' });
  await flag(hasty, [hasty, brother, ...players.slice(2, 5)]);
  expect((await flagsOf(hasty)).filter((one) => one.startsWith('same-'))).toEqual([]);
  for (const player of players) {
    await played(player, 1, { from: week().startsAt, address: 'carrier' });
  }
  await flag(hasty, players);
  expect((await flagsOf(hasty)).filter((one) => one.startsWith('same-'))).toEqual([]);
});

test('what was asked before is not new, and what came before the week is the past', async () => {
  const player = await server().signUp();
  await played(player, 4, { right: 6, level: 'hard', from: week().startsAt - DAY_MS });
  const [again = ''] = await played(player, 1, { level: 'hard', from: week().startsAt });
  const repeated = await played(player, 1, { level: 'hard', from: week().startsAt + 60_000 });
  const { questions, transcript } = await server()
    .db.selectFrom('rounds')
    .select(['questions', 'transcript'])
    .where('id', '=', again)
    .executeTakeFirstOrThrow();
  await server()
    .db.updateTable('rounds')
    .set({ questions: JSON.stringify(questions), transcript: JSON.stringify(transcript) })
    .where('id', 'in', repeated)
    .execute();
  const { rounds, past } = await readWeek(server().db, player.id, week());
  expect(rounds.map(({ answers }) => answers.filter(({ isNew }) => isNew).length)).toEqual([10, 0]);
  expect(rounds[0]?.answers[0]).toEqual({
    ms: 2000,
    letters: 'Where?KanoJosLagosIbadan'.length,
    isAnswered: true,
    isRight: true,
    isNew: true,
  });
  expect(past.hard).toEqual({ right: 24, asked: 40 });
  expect((await readPast(server().db, player.id, week().endsAt)).hard).toEqual({
    right: 32,
    asked: 50,
  });
});

test('where a round was asked from is noted, signed, and forgotten after 90 days', async () => {
  const player = await server().subscriber();
  const { round } = await player.openRound();
  const address = async () =>
    (
      await server()
        .db.selectFrom('rounds')
        .select('address_hash')
        .where('id', '=', round.id)
        .executeTakeFirstOrThrow()
    ).address_hash;
  expect(await address()).toMatch(/^[\w-]{20,}$/);
  await deleteOldRoundTraces(server().db, server().clock.at + 90 * DAY_MS);
  expect(await address()).not.toBeNull();
  await deleteOldRoundTraces(server().db, server().clock.at + 90 * DAY_MS + 1);
  expect(await address()).toBeNull();
});
