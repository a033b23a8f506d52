import { expect, test } from 'vitest';
import type { Payout } from '../../../server/prizes/payouts.ts';
import { prizeName } from '../../../server/prizes/send.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { testServer } from '../../support/server.ts';
import { close, payDue, ready, thisWeek } from './prize-calls.ts';

const server = testServer();

/** A prize of a week, as the database has it. */
async function wonWeek(): Promise<Payout> {
  server().toNextWeek();
  const week = thisWeek(server());
  const { id } = await ready(server(), 100);
  close(server(), week);
  await payDue(server());
  const own = server().db.selectFrom('payouts').selectAll().where('player_id', '=', id);
  return own.executeTakeFirstOrThrow();
}

test('each prize is sent under a name of its own, which a restore gives it again', async () => {
  const won = await wonWeek();
  const nameOf = (changed: Partial<Payout> = {}) => prizeName(server().db, { ...won, ...changed });
  const name = await nameOf();
  const { id: other } = await server().signUp();
  const others: Partial<Payout>[] = [
    { board: 'monthly' },
    { pool: 'glo' },
    { tier: 1 },
    { period_start: new Date(won.period_start.getTime() + DAY_MS) },
    { withdrawn_question: 'q-1' },
    { player_id: Number(other) },
  ];
  for (const changed of others) {
    expect(await nameOf(changed), Object.keys(changed).join()).not.toBe(name);
  }
  const anew = {
    id: won.id + 1,
    reference: 'PO-2222-22',
    place: 2,
    made_at: new Date(),
    failures: 3,
  };
  expect(await nameOf(anew)).toBe(name);
});
