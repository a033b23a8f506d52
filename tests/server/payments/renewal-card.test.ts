import { expect, test } from 'vitest';
import { reversePayment } from '../../../server/payments/take-back.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { expectRefused } from '../../support/server.ts';
import { chargeOf, expected, reportsOf, stateOf, success, take, webhook } from './card-calls.ts';
import { passMinutes, reconcileOnce } from './reconciling.ts';
import {
  CARD,
  cardSubscriber,
  lost,
  periodsOf,
  plan,
  renewalOf,
  renewalServer,
  run,
  runLate,
  turn,
  watch,
} from './renewal-calls.ts';
import { care } from './spending-limit-calls.ts';

const server = renewalServer();

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * DAY_MS;

const reverse = (reference: string) =>
  server()
    .db.transaction()
    .execute((trx) => reversePayment(trx, reference, server().clock.at));

/** A player whose week by card has ended and renews automatically. */
async function due(email?: string) {
  const { player, reference } = await cardSubscriber(server(), email);
  expect((await turn(player, true, 10_150)).body.status).toBe(true);
  server().clock.at += WEEK_MS;
  return { player, reference };
}

test('a card is charged again with its fee, and the books say so', async () => {
  const { player, reference } = await due();
  const charges = watch(server(), CARD);
  await run(server());
  charges.stop();
  expect(charges.sent).toEqual([
    {
      authorization_code: `AUTH_${reference}`,
      email: 'ada@example.com',
      amount: 10_150,
      currency: 'NGN',
      reference: expect.stringMatching(/^FOM-[0-9a-f]{18}$/),
      metadata: { userId: String(player.id), type: 'subscription' },
    },
  ]);
  expect(await periodsOf(player)).toEqual(['weekly card', 'weekly card']);
  expect(await player.user()).toMatchObject({ isActive: true, pointBalance: 2000 });
  expect(await plan(player)).toMatchObject({ way: 'card', renews: true });
  const history = (await player.get('/payments')).body.data;
  expect(history).toMatchObject([{ amount: 101.5 }, { amount: 101.5 }]);
});

test('the next week is charged with the same authorisation, and off ends it', async () => {
  const { player } = await due();
  await run(server());
  server().clock.at += WEEK_MS;
  await run(server());
  expect(await periodsOf(player)).toHaveLength(3);
  await turn(player, false);
  expect(await renewalOf(player)).toBeUndefined();
  expect(await turn(player, true)).toMatchObject({ body: { status: true } });
});

test("the card's authorisation is in no reply, and only sealed in the database", async () => {
  const { player, reference } = await cardSubscriber(server());
  const replies = [await turn(player, true), await player.get('/payments')];
  replies.push(await player.get('/payments/consents'), await player.get('/user'));
  expect(JSON.stringify(replies)).not.toContain('AUTH_');
  const kept = await renewalOf(player);
  expect(kept?.sealed_card).toMatch(/^[\w-]{60,}$/);
  expect(JSON.stringify(kept)).not.toContain(reference);
  const about = { reference, authorization: { authorization_code: 'AUTH_x' } };
  const data = { ...about, transaction: about, amount: 1 };
  await webhook(server(), JSON.stringify({ event: 'charge.dispute.create', data }));
  expect(await reportsOf(server(), reference)).toEqual([
    {
      what: 'charge.dispute.create, mismatched',
      body: { reference, transaction: { reference }, amount: 1 },
    },
  ]);
});

test('a card that its bank does not let us charge again cannot renew', async () => {
  const { player } = await cardSubscriber(server(), 'once@example.com');
  const reply = await expectRefused(server(), () => turn(player, true), 409, 'renewal/unavailable');
  expect(reply.body.message).toBe('Your bank does not let this card be charged again');
});

test('a provider that does not answer leaves the renewal off', async () => {
  const { player } = await cardSubscriber(server());
  const { fetch } = server().operator;
  server().operator.fetch = async () => new Response('down', { status: 503 });
  await expectRefused(server(), () => turn(player, true), 502, 'card/unavailable');
  server().operator.fetch = fetch;
  expect(await plan(player)).toMatchObject({ renews: false });
});

test('a declined card is given up', async () => {
  const { player } = await due('declined@example.com');
  await run(server());
  expect(await renewalOf(player)).toBeUndefined();
  expect(await player.user()).toMatchObject({ isActive: false, pointBalance: 1000 });
  const { state } = await server()
    .db.selectFrom('payments')
    .select('state')
    .where('player_id', '=', player.id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  expect(state).toBe('refused');
});

test('a card that the provider no longer knows is given up', async () => {
  const { player, reference } = await due();
  await server()
    .db.updateTable('sandbox_card_transactions')
    .set({ state: 'failed' })
    .where('reference', '=', reference)
    .execute();
  await run(server());
  expect(await renewalOf(player)).toBeUndefined();
});

test.each([
  ['is lost', lost],
  ['never came about', async () => Promise.reject(new Error('ECONNRESET'))],
])('a charge whose answer %s is asked about, and made once', async (_what, answer) => {
  const { player } = await due();
  const broken = watch(server(), CARD, answer);
  await run(server());
  broken.stop();
  server().clock.at += 10 * MINUTE_MS;
  await run(server());
  expect(await player.wallet()).toMatchObject({ coins: 2000 });
  expect(await periodsOf(player)).toHaveLength(2);
  expect(await renewalOf(player)).toBeDefined();
});

test('a charge that is made late, and whose answer is lost, counts and is credited within minutes', async () => {
  const { player } = await due();
  const charges = watch(server(), CARD, async () => Promise.reject(new Error('ECONNRESET')));
  await run(server());
  charges.stop();
  const reference = String(charges.sent[0]?.reference);
  server().clock.at += 70 * MINUTE_MS;
  await reconcileOnce(server());
  expect(await stateOf(server(), reference)).toBe('failed');
  const late = watch(server(), CARD, async () => {
    await take(server(), chargeOf(player, reference));
    throw new Error('the line went dead');
  });
  await run(server());
  late.stop();
  expect(await care(player)).toMatchObject({ pendingKobo: 10_150 });
  await passMinutes(server(), 1);
  expect(await player.wallet()).toMatchObject({ coins: 2000 });
});

test('many processes that renew side by side charge each card once', async () => {
  const players = [];
  for (const _one of Array.from({ length: 4 })) {
    const { player } = await cardSubscriber(server());
    await turn(player, true);
    players.push(player);
  }
  server().clock.at += WEEK_MS;
  const charges = watch(server(), CARD);
  await Promise.all(Array.from({ length: 8 }, () => run(server())));
  charges.stop();
  expect(charges.sent).toHaveLength(players.length);
  for (const player of players) expect(await player.wallet()).toMatchObject({ coins: 2000 });
});

test('a process that goes on late charges no card that another one has', async () => {
  const { player } = await due();
  const sent = await runLate(server(), CARD);
  expect(new Set(sent.map(({ reference }) => reference)).size).toBe(1);
  expect(await player.wallet()).toMatchObject({ coins: 2000 });
});

test('a week that is taken back is not charged again; a pack that is taken back ends no renewal', async () => {
  const { player, reference } = await cardSubscriber(server());
  await turn(player, true, 10_150);
  const pack = await expected(player);
  await webhook(server(), success(chargeOf(player, pack)));
  await reverse(pack);
  expect(await renewalOf(player)).toBeDefined();
  await reverse(reference);
  expect(await renewalOf(player)).toBeUndefined();
  const charges = watch(server(), CARD);
  await run(server());
  charges.stop();
  expect(charges.sent).toEqual([]);
  expect((await player.get('/payments/consents')).body.data).toContainEqual(
    expect.objectContaining({ door: 'renewal', state: 'off' }),
  );
});
