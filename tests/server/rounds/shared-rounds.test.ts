import { expect, test } from 'vitest';
import { deleteOldRoundTraces } from '../../../server/rounds/open.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { testServer } from '../../support/server.ts';

const server = testServer();

test('the address of a round is stored as a keyed hash, and deleted after 90 days', async () => {
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
