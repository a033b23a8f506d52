import { beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { addAccount, newAccount } from '../accounts/bank-calls.ts';
import { bornOn } from '../payments/care-calls.ts';
import { close, hasProved, payDue, prize, score, thisWeek } from './prize-calls.ts';
import { send } from './sending.ts';

/** The database that was lost, and the one that its copy was brought back into. */
const lost = testServer();
const restored = testServer();

/** What the copy has of it: the key of the database that signs. */
beforeAll(async () => {
  const named = 'account-secret';
  const { value } = await lost()
    .db.selectFrom('settings')
    .select('value')
    .where('name', '=', named)
    .executeTakeFirstOrThrow();
  await restored().db.updateTable('settings').set({ value }).where('name', '=', named).execute();
  // Ids are given anew, to others.
  await restored().signUp({ phone: '08039999955' });
});

/** The same winner in one of the two; the last digit of their account decides. */
async function winner(server: TestServer, phone: string, ending: string): Promise<TestPlayer> {
  const player = await server.signUp({ phone });
  await bornOn(player, '1990-05-17');
  await addAccount(player, newAccount(ending));
  await hasProved(player);
  await score(player, 400);
  return player;
}

/** Whoever won a week before the loss and wins it again after the restore, not sent yet. */
async function wonTwice(ending = '5'): Promise<{ before: TestPlayer; after: TestPlayer }> {
  lost().toNextWeek();
  restored().clock.at = lost().clock.at;
  const week = thisWeek(lost());
  const phone = lost().newPhone();
  const before = await winner(lost(), phone, ending);
  const after = await winner(restored(), phone, ending);
  for (const server of [lost(), restored()]) close(server, week);
  await payDue(lost());
  await payDue(restored());
  return { before, after };
}

/** The provider is one and the same: it remembers what it sent before the loss. */
const sendAgain = () =>
  send(restored(), { fetch: (url, init) => lost().operator.fetch(url, init) });

const transfers = () => lost().db.selectFrom('sandbox_transfers').selectAll().execute();

describe('a prize that had been sent before the database was lost', () => {
  test('goes under the same reference after the restore: its provider sends nothing twice', async () => {
    const { before, after } = await wonTwice();
    await send(lost());
    const sent = await transfers();
    await sendAgain();
    expect(await transfers()).toEqual(sent);
    expect(before.id).not.toBe(after.id);
    expect((await prize(after)).state).toBe('paid');
  });

  test('that its provider knows already is asked about and never taken for failed', async () => {
    const { after } = await wonTwice('2');
    await send(lost());
    const sent = await transfers();
    for (let minute = 0; minute < 3; minute += 1) {
      restored().clock.at += 60_000;
      await sendAgain();
    }
    expect(await transfers()).toEqual(sent);
    expect((await prize(after)).state).toBe('sending');
  });
});
