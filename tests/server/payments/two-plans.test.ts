import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { begin, buy, pay } from '../../support/payments.ts';
import { newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import {
  answering,
  knowsNoPlan,
  lapsed,
  subscribe,
  verify,
  watchOperator,
} from '../accounts/subscription-calls.ts';

const server = testServer();

/** How long a player's paid time lasts, in days. */
async function daysLeft(player: TestPlayer): Promise<number> {
  const { body } = await player.get('/payments');
  const { endsAt } = (body.meta?.plan ?? {}) as { endsAt?: string };
  return endsAt === undefined ? 0 : (Date.parse(endsAt) - server().clock.at) / DAY_MS;
}

test('a charge that is paid after all, beside a plan by card: one follows the other', async () => {
  const player = await lapsed(server());
  const pending = watchOperator(server(), { charge: answering('pending'), look: knowsNoPlan });
  await player.get(subscribe(player), { key: newKey() });
  pending.stop();
  await buy(player, { product: 'plan-weekly' });
  expect(await daysLeft(player)).toBe(7);

  server().clock.at += DAY_MS;
  const late = watchOperator(server(), {
    look: () =>
      Response.json({
        status: 'active',
        reference: pending.charges[0],
        plan: 'weekly',
        startsAt: new Date(server().clock.at).toISOString(),
        endsAt: new Date(server().clock.at + 7 * DAY_MS).toISOString(),
      }),
  });
  for (const _look of [1, 2]) {
    await player.get(verify(player));
    expect(await daysLeft(player)).toBe(13);
  }
  late.stop();
  expect(await player.user()).toMatchObject({ pointBalance: 3000 });
  server().clock.at += 13 * DAY_MS - 1;
  expect(await player.user()).toMatchObject({ isActive: true });
  server().clock.at += 1;
  expect(await player.user()).toMatchObject({ isActive: false });
});

test('two plans begun by card: the second follows the first', async () => {
  const player = await server().signUp();
  const first = await begin(player, { product: 'plan-daily' });
  const second = await begin(player, { product: 'plan-weekly' });
  await pay(player, second);
  await pay(player, first);
  expect(await daysLeft(player)).toBe(8);
  expect(await player.user()).toMatchObject({ isActive: true, pointBalance: 2000 });
});
