import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { buildBank } from '../../support/bank.ts';
import { ProofPhone, played } from '../../support/proof.ts';
import { testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { addAccount, newAccount } from '../accounts/bank-calls.ts';
import { bornOn } from '../payments/care-calls.ts';
import {
  close,
  goOn,
  hasProved,
  payDue,
  payLater,
  prize,
  score,
  thisWeek,
} from '../prizes/prize-calls.ts';

const server = testServer({ bank: buildBank(600) });

/** The week's first, who has nothing else to mend; so many of each ten answers right. */
async function first({ right = 8, proved = false } = {}): Promise<TestPlayer> {
  server().toNextWeek();
  const player = await server().signUp();
  await bornOn(player, '1990-05-17');
  await addAccount(player, newAccount());
  if (proved) await hasProved(player);
  server().clock.at += 60_000;
  await played(player, 12, { right, level: 'medium' });
  await score(player, 500);
  return player;
}

/** The week closes and its places become payouts. */
async function weekCloses(): Promise<void> {
  close(server(), thisWeek(server()));
  await payDue(server());
}

test('before the first prize is paid a proof round is asked for, within seven days', async () => {
  const player = await first();
  await weekCloses();
  expect(await prize(player)).toMatchObject({ state: 'held', reason: 'proof-round' });
  const { meta } = (await player.get('/payouts')).body;
  expect(meta).toEqual({
    madeGood: null,
    proof: {
      level: 'medium',
      timerMs: 12_000,
      questions: 20,
      by: new Date(server().clock.at + 7 * DAY_MS).toISOString(),
      isOpen: false,
    },
  });
});

test('a result that ranked play makes likely lets the prize go on at once', async () => {
  const player = await first();
  await weekCloses();
  const phone = new ProofPhone(player);
  await phone.start();
  expect((await player.get('/payouts')).body.meta).toMatchObject({ proof: { isOpen: true } });
  await phone.play(15);
  expect(await prize(player)).toMatchObject({ state: 'approved', reason: null });
  expect((await player.get('/payouts')).body.meta).toEqual({ proof: null, madeGood: null });
});

test('any other result waits for a person, and goes on when they let it pass', async () => {
  const player = await first({ right: 10 });
  await weekCloses();
  const phone = new ProofPhone(player);
  await phone.start();
  await phone.play(6);
  expect(await phone.row()).toMatchObject({
    state: 'under-review',
    result: { right: 6, asked: 20, past: { right: 120, asked: 120 } },
  });
  expect(await prize(player)).toMatchObject({ state: 'held', reason: 'under-review' });
  await payLater(server());
  expect(await prize(player)).toMatchObject({ state: 'held', reason: 'under-review' });
});

test('later than seven days is possible too', async () => {
  const player = await first();
  await weekCloses();
  await payLater(server(), 20 * DAY_MS);
  const phone = new ProofPhone(player);
  expect((await phone.start()).status).toBe(200);
  await phone.play(15);
  expect(await prize(player)).toMatchObject({ state: 'approved' });
});

test('whoever has passed one is not asked again', async () => {
  const player = await first({ proved: true });
  await weekCloses();
  expect(await prize(player)).toMatchObject({ state: 'approved' });
});

test('a flagged round of the period asks again, and the result releases it', async () => {
  const player = await first({ proved: true });
  const [flagged = ''] = await played(player, 1, { level: 'medium' });
  const flags = ['answers-too-fast: 10 of 10 answers within 450 ms are right'];
  await server().db.updateTable('rounds').set({ flags }).where('id', '=', flagged).execute();
  await weekCloses();
  expect(await prize(player)).toMatchObject({ state: 'held', reason: 'proof-round' });
  const phone = new ProofPhone(player);
  expect(await phone.row()).toMatchObject({ why: flags[0] });
  await phone.start();
  await phone.play(15);
  expect(await prize(player)).toMatchObject({ state: 'approved' });
});

test('a flag of an earlier period does not hold this prize', async () => {
  const player = await first({ proved: true });
  const [flagged = ''] = await played(player, 1);
  const flags = ['answers-too-fast: 10 of 10 answers within 450 ms are right'];
  const before = new Date(server().clock.at - 14 * DAY_MS);
  await server()
    .db.updateTable('rounds')
    .set({ flags, issued_at: before, closed_at: before })
    .where('id', '=', flagged)
    .execute();
  await weekCloses();
  expect(await prize(player)).toMatchObject({ state: 'approved' });
});

test('a week that one round alone does not tell of asks, too, and its last round says why', async () => {
  const player = await first({ proved: true });
  const { startsAt } = thisWeek(server());
  await played(player, 100, { right: 7, from: startsAt, everyMs: 3_600_000 });
  // Passed before that week.
  await server()
    .db.updateTable('proof_rounds')
    .set({ opened_at: new Date(startsAt - 1) })
    .where('player_id', '=', player.id)
    .execute();
  await weekCloses();
  expect(await prize(player)).toMatchObject({ state: 'held', reason: 'proof-round' });
  expect(await new ProofPhone(player).row()).toMatchObject({
    why: expect.stringContaining('no-rest: 4.1 days without a pause of 4 hours'),
  });
});

test('what a person has let pass counts for later prizes', async () => {
  const player = await first({ right: 10 });
  await weekCloses();
  const phone = new ProofPhone(player);
  await phone.start();
  await phone.play(6);
  await goOn(player, { event: 'released', by: 'operator' });
  await payLater(server());
  expect(await prize(player)).toMatchObject({ state: 'approved' });
});
