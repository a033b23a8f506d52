// @module-tag once
import { expect, test } from 'vitest';
import { holdForRound } from '../../../server/ledger/entries.ts';
import { newKey, testServer } from '../../support/server.ts';

const server = testServer();

/** A subscriber who has coins for one easy round left. */
async function withCoinsForOne() {
  const player = await server().subscriber();
  const { db, clock } = server();
  const rest = { roundId: newKey(), playerId: player.id, cost: 900 };
  await db.transaction().execute((trx) => holdForRound(trx, rest, clock.at));
  return player;
}

test('a hundred holds at once with coins for one: exactly one', async () => {
  const player = await withCoinsForOne();
  const { db, clock } = server();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, () =>
      db
        .transaction()
        .execute((trx) =>
          holdForRound(trx, { roundId: newKey(), playerId: player.id, cost: 100 }, clock.at),
        ),
    ),
  );
  const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refusals).toHaveLength(99);
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ code: 'wallet/insufficient-coins' });
  expect(await player.wallet()).toEqual({ coins: 0, held: 1000 });
});

test('a hundred starts of a round at once with coins for one: exactly one round', async () => {
  const player = await withCoinsForOne();
  await player.get('/user/reduce-play', { key: newKey() });
  const starts = await Promise.all(
    Array.from({ length: 100 }, () => player.askQuestions('easy', 'la-liga', newKey())),
  );
  expect(starts.filter(({ status }) => status === 200)).toHaveLength(1);
  // A call that would wait too long for the player's turn is refused (api.md#limits-per-address).
  expect(new Set(starts.map(({ status }) => status))).toEqual(new Set([200, 409, 429]));
  expect(await player.wallet()).toEqual({ coins: 0, held: 1000 });
  const rounds = server().db.selectFrom('rounds').select('id').where('player_id', '=', player.id);
  expect(await rounds.execute()).toHaveLength(1);
  await player.get('/user/reduce-play', { key: newKey() });
  const broke = await player.askQuestions('easy', 'la-liga', newKey());
  expect(broke.body.code).toBe('wallet/insufficient-coins');
});
