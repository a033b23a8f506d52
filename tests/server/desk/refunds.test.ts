import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { noteRestore } from '../../../server/database/restores.ts';
import { addOperator, logOf, operate } from '../../support/desk.ts';
import { testServer } from '../../support/server.ts';
import { paidPack, stateOf, webhook } from '../payments/card-calls.ts';

const server = testServer();

const run = (command: string[], key: string | null = null) => operate(server(), command, key);

let ngozi = '';
beforeAll(async () => {
  ngozi = await addOperator(server(), 'ngozi');
}, 60_000);

test('a refund goes back to the card, and show, of and reports list it', async () => {
  const player = await server().subscriber();
  const reference = await paidPack(server(), player);
  const refund = await run(['payments', 'refund', reference, '--why', 'by mistake'], ngozi);
  expect(refund).toEqual({
    lines: ['Taken back: 750 coins', '₦101.50 go back to the card'],
    isDone: true,
  });
  const shown = (await run(['payments', 'show', reference])).lines.join('\n');
  for (const part of [
    '750 coins, ₦101.50 by card: refunded',
    'agreed to ₦101.50 (unknown)',
    'ledger: payment-reversed, wallet -750 coins',
    'refund of ₦101.50: sent on',
    'ngozi: refund: by mistake',
  ]) {
    expect(shown).toContain(part);
  }
  const { lines } = await run(['payments', 'of', player.phone]);
  expect(lines[0]).toMatch(/: 1,000 coins, 0 held by open rounds$/);
  expect(lines.join('\n')).toContain(`${reference} `);
  expect((await run(['payments', 'reports'])).lines).toEqual(['Nothing is reported']);
});

test('a provider that does not answer leaves the refund to be asked for again', async () => {
  const player = await server().subscriber();
  const reference = await paidPack(server(), player);
  const { operator } = server();
  const sandbox = operator.fetch;
  operator.fetch = async () => new Response('', { status: 500 });
  const refund = ['payments', 'refund', reference, '--why', 'by mistake'];
  const failed = await run(refund, ngozi);
  operator.fetch = sandbox;
  expect(failed.isDone).toBe(false);
  expect(failed.lines.at(-1)).toMatch(/^The provider did not answer\./);
  expect((await run(['payments', 'reports'])).lines[0]).toContain('asked of the provider: ₦101.50');
  server().clock.at += 61_000;
  expect(await run(refund, ngozi)).toEqual({
    lines: ['It was taken back before', '₦101.50 go back to the card'],
    isDone: true,
  });
});

test('airtime is listed to be sent back by hand, and what is owed with its player', async () => {
  const player = await server().subscriber();
  const { reference } = await server()
    .db.selectFrom('subscriptions')
    .select('reference')
    .where('player_id', '=', player.id)
    .executeTakeFirstOrThrow();
  await player.play(10, 'easy');
  const { coins } = await player.wallet();
  expect(coins).toBeLessThan(1000);
  const owed = `${1000 - coins} coins`;
  const { lines } = await run(['payments', 'refund', reference, '--why', 'wrong number'], ngozi);
  expect(lines).toEqual([
    `Taken back: ${coins} coins`,
    `Owed: ${owed}, an open claim`,
    'The network was told to renew it no more',
    '₦100 are to be sent back by hand',
  ]);
  expect((await run(['payments', 'reports'])).lines[0]).toMatch(/by hand: ₦100, airtime, \d+$/);
  // A copy does not know whether a person has sent it meanwhile.
  await noteRestore(server().db, server().clock.at + 1);
  expect((await run(['payments', 'reports'])).lines[0]).toContain('see the statement first');
  for (const command of [
    ['show', reference],
    ['of', player.phone],
  ]) {
    const told = (await run(['payments', ...command])).lines.join('\n');
    expect(told).toContain(`open claim: ${owed}`);
    expect(told).toContain('by airtime: reversed');
  }
  const settle = ['payments', 'settle', reference, '--why', 'our mistake'];
  const sent = ['payments', 'sent', reference, '--why', 'by bank transfer'];
  for (const command of [settle, sent]) {
    expect(await run(command)).toMatchObject({ isKeyNeeded: true });
  }
  expect(await run(settle, ngozi)).toEqual({
    lines: [`Closed: ${owed} are owed no more. No coins were taken`],
    isDone: true,
  });
  expect(await player.wallet()).toMatchObject({ coins: 0 });
  expect(await run(settle, ngozi)).toMatchObject({
    lines: [`Nothing is owed for ${reference}`],
    isDone: false,
  });
  expect(await run(sent, ngozi)).toEqual({ lines: ['Noted as sent: ₦100'], isDone: true });
  expect(await run(sent, ngozi)).toMatchObject({
    lines: [`No money is to be sent back for ${reference}`],
    isDone: false,
  });
  expect((await run(['payments', 'reports'])).lines.join()).not.toContain(reference);
  expect(await logOf(server(), reference)).toMatchObject([
    { command: 'refund' },
    { operator: 'ngozi', command: 'settle', why: 'our mistake' },
    { operator: 'ngozi', command: 'sent', why: 'by bank transfer' },
  ]);
  const told = (await run(['payments', 'show', reference])).lines.join('\n');
  for (const part of [`closed claim: ${owed}`, 'refund of ₦100: sent on', 'ngozi: settle: our']) {
    expect(told).toContain(part);
  }
});

test('a refund that the provider refuses can be noted as sent, not while it is asked', async () => {
  const player = await server().subscriber();
  const reference = await paidPack(server(), player);
  await server()
    .db.insertInto('sandbox_card_refunds')
    .values({ reference, amount: 10_150, merchant_note: 'x', at: new Date(server().clock.at) })
    .execute();
  await run(['payments', 'refund', reference, '--why', 'by mistake'], ngozi);
  const sent = ['payments', 'sent', reference, '--why', 'sent from their own site'];
  expect(await run(sent, ngozi)).toMatchObject({
    lines: ['The provider is being asked: look again in a minute'],
    isDone: false,
  });
  server().clock.at += 60_000;
  expect(await run(sent, ngozi)).toEqual({ lines: ['Noted as sent: ₦101.50'], isDone: true });
  expect(await stateOf(server(), reference)).toBe('refunded');
});

test('a disputed payment is not refunded besides, until the dispute is won', async () => {
  const player = await server().subscriber();
  const reference = await paidPack(server(), player);
  const transaction = { reference, amount: 10_150, currency: 'NGN' };
  const tell = (event: string, other: object) =>
    webhook(server(), JSON.stringify({ event, data: { id: 7, transaction, ...other } }));
  await tell('charge.dispute.create', {});
  const refund = ['payments', 'refund', reference, '--why', 'they asked us too'];
  expect(await run(refund, ngozi)).toMatchObject({
    lines: ['A dispute of it is open: its money goes back by that, if it does'],
    isDone: false,
  });
  expect(await logOf(server(), reference)).toEqual([]);
  await tell('charge.dispute.resolve', { status: 'resolved', resolution: 'declined' });
  const told = (await run(['payments', 'show', reference])).lines.join('\n');
  expect(told).toMatch(/dispute 7: won, given back on /);
  expect(told).toContain('ledger: payment-returned, wallet 750 coins');
  expect(await run(refund, ngozi)).toMatchObject({ isDone: true });
  expect((await run(['payments', 'show', reference])).lines.join('\n')).toMatch(
    /payment-returned.*payment-reversed, wallet -750/s,
  );
});

test('a failure of our own is not reported as the provider’s', async () => {
  const player = await server().subscriber();
  const reference = await paidPack(server(), player);
  const { db } = server();
  const refund = ['payments', 'refund', reference, '--why', 'by mistake'];
  await sql`alter table refunds rename column asked_at to gone`.execute(db);
  onTestFinished(async () => {
    await sql`alter table refunds rename column gone to asked_at`.execute(db);
  });
  await expect(run(refund, ngozi)).rejects.toThrow(/asked_at/);
});

test('payments that are much together in a day go back by two, of a player and of an operator', async () => {
  server().clock.at += 86_400_000;
  const musa = await addOperator(server(), 'musa', ngozi);
  const player = await server().subscriber();
  const references = [await paidPack(server(), player), await paidPack(server(), player)];
  const env = { TWO_PEOPLE_ABOVE_NAIRA: '150' };
  const refund = (key: string, reference = '') =>
    operate(server(), ['payments', 'refund', reference, '--why', 'by mistake'], key, { env });
  expect((await refund(ngozi, references[0])).lines[0]).toBe('Taken back: 750 coins');
  for (const _ of [1, 2]) {
    expect((await refund(musa, references[1])).lines[0]).toMatch(/^musa says yes\. Another/);
  }
  expect(await stateOf(server(), references[1] ?? '')).toBe('paid');
  expect((await refund(ngozi, references[1])).lines[0]).toBe('Taken back: 750 coins');
  expect(await stateOf(server(), references[1] ?? '')).toBe('refunded');
  // A refund that was sent is not asked about again.
  expect((await refund(musa, references[1])).lines[0]).toBe('It was taken back before');
});

test('coins that are owed no more are as good as given: many of them take two', async () => {
  const bola = await addOperator(server(), 'bola', ngozi);
  const player = await server().subscriber();
  const { reference } = await server()
    .db.selectFrom('subscriptions')
    .select('reference')
    .where('player_id', '=', player.id)
    .executeTakeFirstOrThrow();
  await player.play(10, 'easy');
  await run(['payments', 'reverse', reference, '--why', 'x'], ngozi);
  const env = { TWO_PEOPLE_ABOVE_COINS: '1' };
  const settle = async (key: string) =>
    (await operate(server(), ['payments', 'settle', reference, '--why', 'x'], key, { env })).lines;
  expect((await settle(ngozi))[0]).toMatch(/^ngozi says yes/);
  expect((await settle(bola))[0]).toMatch(/^Closed: \d+ coins are owed no more/);
});
