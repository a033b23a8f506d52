import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { settlePeriods } from '../../../server/prizes/payouts.ts';
import { testServer } from '../../support/server.ts';
import { close, payDue, prize, ready, thisDay } from './prize-calls.ts';

const MINUTE_MS = 60_000;
const PRIZES = JSON.stringify([{ pool: 'all', board: 'rush', tier: 1, places: 5, naira: 2000 }]);
const server = testServer({ env: { PRIZES } });

const oldest = async () => {
  const { body } = await server().app.inject('/metrics');
  return Number(/^fom_oldest_unchecked_prize_seconds (.*)$/m.exec(body)?.[1]);
};

test('a prize that cannot be checked is reported to the operator with its age, until it is checked', async () => {
  server().toNextWeek();
  const day = thisDay(server());
  const player = await ready(server(), 100, { played: 'rush' });
  const playedAs = (run: object) =>
    server()
      .db.updateTable('rush_runs')
      .set({ run: JSON.stringify(run) })
      .where('player_id', '=', player.id)
      .execute();
  // The earnings behind it cannot be read.
  await playedAs({});
  close(server(), day);
  await payDue(server());
  expect(await oldest()).toBe(0);
  server().clock.at += 61 * MINUTE_MS;
  await payDue(server());
  expect((await prize(player)).state).toBe('checking');
  expect(await oldest()).toBe(61 * 60);
  await playedAs({ questions: [], rows: [], used: {} });
  await payDue(server());
  expect((await prize(player)).state).toBe('approved');
  expect(await oldest()).toBe(0);
});

test('prizes that can not be checked keep no other one waiting, however many they are', async () => {
  server().toNextWeek();
  const day = thisDay(server());
  const [faulty, other] = [
    await ready(server(), 100, { played: 'rush' }),
    await ready(server(), 90, { played: 'rush' }),
  ];
  const { db } = server();
  await db.updateTable('rush_runs').set({ run: '{}' }).where('player_id', '=', faulty.id).execute();
  close(server(), day);
  await settlePeriods(db, server().clock.at);
  await sql`
    insert into payouts (reference, player_id, board, pool, tier, period_start, period_end, place, kind,
      gross_kobo, tax_kobo, net_kobo, state, state_at, made_at)
    select reference || at, player_id, board, pool, tier, period_start - at * interval '1 second',
      period_end - at * interval '1 second', place, kind, gross_kobo, tax_kobo, net_kobo, state, state_at, made_at
    from payouts, generate_series(1, 200) as at where player_id = ${faulty.id}
  `.execute(db);
  await sql`update payouts set looked_at = now() where player_id = ${other.id}`.execute(db);
  await payDue(server());
  expect((await prize(other)).state).toBe('approved');
});
