import { expect, test } from 'vitest';
import { deleteAccount } from '../../../server/my-data/delete-account.ts';
import { dealableTo, openReserve } from '../../../server/rush/reserve.ts';
import { dealReserved } from '../../../server/rush/runs.ts';
import { sweep } from '../../../server/upkeep/sweep.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { buildBank } from '../../support/bank.ts';
import { asRunner, openedRun, Phone } from '../../support/rush.ts';
import { newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { startAnew } from './start-anew.ts';

const bank = buildBank(200);
const server = testServer({ bank });
const reserve = () => openReserve(server().db, bank);

/** The reserve's questions that a run or a proof round may deal to a player. */
async function dealable({ id }: TestPlayer): Promise<string[]> {
  const { db, clock } = server();
  const { questions } = await reserve();
  const { stock } = await dealableTo(db, questions, id, clock.at);
  return stock.map((question) => question.id).toSorted();
}

const dealtTo = ({ id }: TestPlayer) =>
  server().db.selectFrom('dealt_questions').selectAll().where('player_id', '=', id).execute();

test('sealed questions that a run has shown stay seen, however often its player deletes and signs up', async () => {
  const { player, phone, run } = await openedRun(server());
  await phone.right(run, 2);
  const before = await dealable(player);
  let again = await startAnew(player);
  const after = await dealable(again);
  const { questions } = await reserve();
  // The third was the current one; the rest of the run was not seen.
  expect(after).toHaveLength(questions.length - 3);
  expect(after).toEqual(expect.arrayContaining(before));
  again = await startAnew(again);
  expect(await dealable(again)).toEqual(after);
  const next = new Phone(await asRunner(again));
  await next.right(await next.begin(), 15);
  const seen = (await dealtTo(again)).map(({ question_id }) => question_id);
  expect(new Set(seen).size).toBe(18);
  server().clock.at += 30 * DAY_MS;
  expect(await dealable(again)).toHaveLength(questions.length);
});

test('so do those of a proof round that was not played to its end', async () => {
  const player = await server().subscriber();
  const { db, clock } = server();
  const to = { reserve: await reserve(), playerId: player.id, now: clock.at };
  const dealt = await db
    .transaction()
    .execute((trx) =>
      dealReserved(trx, to, (stock) =>
        stock.slice(0, 20).map((question) => ({ ...question, options: [...question.options] })),
      ),
    );
  const ids = new Set(dealt.map(({ id }) => id));
  const again = await startAnew(player);
  expect((await dealable(again)).filter((id) => ids.has(id))).toEqual([]);
});

test('a deletion forgets the questions of ordinary rounds at once, and sealed ones after 30 days', async () => {
  const { player, phone, run } = await openedRun(server());
  await phone.right(run, 2);
  await player.play(5);
  await player.delete('/user', { word: 'DELETE' }, { key: newKey() });
  expect(await dealtTo(player)).toHaveLength(3);
  const { clock, services, app } = server();
  clock.at += 29 * DAY_MS;
  await sweep(services, app.log);
  expect(await dealtTo(player)).toHaveLength(3);
  clock.at += DAY_MS;
  await sweep(services, app.log);
  expect(await dealtTo(player)).toEqual([]);
});

test('an account whose number has a new owner leaves none of it', async () => {
  const { player, phone, run } = await openedRun(server());
  await phone.right(run, 2);
  const { db, services } = server();
  const deletion = { playerId: player.id, leavesTrace: false };
  await db
    .transaction()
    .execute((trx) => deleteAccount(trx, { ...services, sign: () => '' }, deletion));
  expect(await dealtTo(player)).toEqual([]);
});
