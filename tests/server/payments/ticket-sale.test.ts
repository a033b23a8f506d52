import { beforeEach, expect, test } from 'vitest';
import { rememberDealt } from '../../../server/rounds/open.ts';
import { openReserve, RESERVE_DEALS_MAX } from '../../../server/rush/reserve.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { LEVELS, type Level } from '../../../src/rules/levels.ts';
import { buildBank } from '../../support/bank.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { newReference, success, webhook } from './card-calls.ts';
import { newOrder, pay } from './collection-calls.ts';
import {
  adult,
  boughtTicket,
  buyTicket,
  expectedTicket,
  ticketCharge,
  ticketsOf,
} from './ticket-calls.ts';

const bank = buildBank(200);
const server = testServer({ bank });

beforeEach(async () => {
  await server().db.deleteFrom('rush_reserve').execute();
});

/** The questions of a level in the reserve without the first `kept`. */
async function beyond(kept: number, level: Level) {
  const { questions } = await openReserve(server().db, bank);
  return questions.filter((one) => one.level === level).slice(kept);
}

/** Uses up the questions of a level except this many. */
async function useUp(left: number, level: Level): Promise<void> {
  await server().db.deleteFrom('rush_reserve').execute();
  const used = (await beyond(left, level)).map(({ id }) => ({
    question_id: id,
    deals: RESERVE_DEALS_MAX,
  }));
  await server().db.insertInto('rush_reserve').values(used).execute();
  const at = new Date(server().clock.at);
  await server().db.updateTable('rush_reserve').set({ left_at: at }).execute();
}

/** Records that a player has had all questions of a level except this many. */
async function had(player: TestPlayer, left: number, level: Level, at = server().clock.at) {
  const questions = (await beyond(left, level)).map((one) => ({
    ...one,
    options: [...one.options],
  }));
  await server()
    .db.transaction()
    .execute((trx) => rememberDealt(trx, player.id, questions, at));
}

const expecting = (player: TestPlayer) => () => {
  const body = { product: 'rush-ticket', provider: 'card', reference: newReference() };
  return player.post('/payments/expected', body, { key: newKey() });
};

const isOpen = async () => {
  const { data } = (await server().call('GET', '/misc/config')).body;
  return (data as { contest: { isOpen: boolean } }).contest.isOpen;
};

test.each(LEVELS)('with too few %s questions left no ticket is sold to anybody', async (level) => {
  const player = await adult(server());
  await useUp(5, level);
  expect(await isOpen()).toBe(true);
  expect((await expecting(player)()).body.status).toBe(true);
  await useUp(4, level);
  expect(await isOpen()).toBe(false);
  const { body } = await expectRefused(server(), expecting(player), 409, 'rush/closed');
  expect(body.message).toContain('Nothing was charged');
});

test('a player who had all questions within 30 days is sold no ticket, others are', async () => {
  const player = await adult(server());
  await had(player, 4, 'hard', server().clock.at - 30 * DAY_MS + 1);
  await expectRefused(server(), expecting(player), 409, 'rush/closed');
  const order = await newOrder(player, { product: 'rush-ticket', amount: 200 });
  await expectRefused(server(), () => pay(player, order, newKey()), 409, 'rush/closed');
  expect(await isOpen()).toBe(true);
  expect((await expecting(await adult(server()))()).body.status).toBe(true);
  server().clock.at += 1;
  expect((await expecting(player)()).body.status).toBe(true);
});

test('each ticket that waits needs questions of its own', async () => {
  const player = await adult(server());
  await boughtTicket(player);
  await had(player, 9, 'medium');
  await expectRefused(server(), expecting(player), 409, 'rush/closed');
  await server().db.deleteFrom('dealt_questions').where('player_id', '=', player.id).execute();
  await had(player, 10, 'medium');
  expect((await expecting(player)()).body.status).toBe(true);
});

test('a ticket whose payment had begun is kept, and its call says the same again', async () => {
  const player = await adult(server());
  const key = newKey();
  const body = { product: 'rush-ticket', provider: 'card', reference: newReference() };
  const first = await player.post('/payments/expected', body, { key });
  const reference = await expectedTicket(player);
  await useUp(0, 'easy');
  await webhook(server(), success(ticketCharge(player, reference)));
  expect((await buyTicket(player, reference)).body.status).toBe(true);
  expect(await ticketsOf(player)).toEqual({ waiting: 1, told: 1 });
  expect((await player.post('/payments/expected', body, { key })).body).toEqual(first.body);
});
