import { expect, test } from 'vitest';
import { refuseUnlessMayPlay } from '../../../server/plans/spending-limits.ts';
import { testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { bornOn } from '../payments/spending-limit-calls.ts';
import { adult } from '../payments/ticket-calls.ts';

const server = testServer();

/** Why a player may not play; `null` if they may. */
async function refusal({ id }: TestPlayer, isContestOpen = true): Promise<string | null> {
  const config = { isContestOpen };
  const work = server().db.transaction();
  const asked = work.execute((trx) => refuseUnlessMayPlay(trx, { config }, id, server().clock.at));
  return asked.then(
    () => null,
    (error) => error.code,
  );
}

test('an adult with a plan may play while the contest is open', async () => {
  const player = await adult(server());
  expect(await refusal(player)).toBeNull();
  expect(await refusal(player, false)).toBe('rush/closed');
});

test('an unknown age, an age of 17 and no plan keep from playing', async () => {
  const player = await server().subscriber();
  expect(await refusal(player)).toBe('spending/age-needed');
  await bornOn(player, '2010-01-01');
  expect(await refusal(player)).toBe('spending/under-age');
  // 18 today, in Lagos.
  await bornOn(player, '2008-11-18');
  expect(await refusal(player)).toBeNull();
  await bornOn(player, '2008-11-19');
  expect(await refusal(player)).toBe('spending/under-age');
  const lapsed = await server().signUp();
  await bornOn(lapsed, '1990-01-01');
  expect(await refusal(lapsed)).toBe('subscription/inactive');
});
