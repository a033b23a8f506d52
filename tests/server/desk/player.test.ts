import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { noteRestore } from '../../../server/database/restores.ts';
import { DAY_MS, weekOf } from '../../../src/rules/calendar.ts';
import { buildBank } from '../../support/bank.ts';
import { addOperator, logOf, operate } from '../../support/desk.ts';
import { testServer } from '../../support/server.ts';
import { stored } from '../../support/sign-in.ts';
import { renewPlan, verify } from '../accounts/subscription-calls.ts';
import {
  chargeOf,
  expected,
  paidPack,
  stateOf,
  success,
  take,
  webhook,
} from '../payments/card-calls.ts';
import { turn } from '../payments/renewal-calls.ts';
import { bornOn, set } from '../payments/spending-limit-calls.ts';
import { adult, boughtTicket, countRun, openedRun } from '../payments/ticket-calls.ts';
import { periodsOf } from '../payments/undone-calls.ts';

describe('payments', () => {
  const server = testServer();

  const run = (command: string[], key: string | null = null) => operate(server(), command, key);

  let ngozi = '';

  beforeAll(async () => {
    ngozi = await addOperator(server(), 'ngozi');
  }, 60_000);

  test('of a number tells how its player buys: limit, break, age and renewal', async () => {
    const { clock } = server();
    const player = await server().subscriber();
    const told = async () => (await run(['payments', 'of', player.phone])).lines.join('\n');
    expect(await told()).toContain('no weekly limit, ₦100 spent this week\nno date of birth');
    await turn(player, true);
    await set(player, { weeklyNaira: 500 });
    await set(player, { weeklyNaira: 900, breakDays: 7 });
    await bornOn(player, '2001-02-03');
    const [monday, until] = [weekOf(clock.at).endsAt, clock.at + 7 * DAY_MS];
    const iso = (at: number) => new Date(at).toISOString();
    expect(await told()).toContain(
      [
        `₦500 a week, from ${iso(monday)} ₦900, ₦100 spent this week`,
        `on a break until ${iso(until)}`,
        'born on 2001-02-03',
        'renews weekly by airtime: ₦100',
      ].join('\n'),
    );
  });

  test('consents are exported as CSV, of one number or all', async () => {
    const [one, two] = [await server().signUp(), await server().signUp()];
    const references = [await expected(one), await expected(two)];
    const all = (await run(['payments', 'consents'])).lines;
    expect(all[0]).toBe('\uFEFFsaid_at,step,phone,reference,way,product,coins,kobo,fee_kobo,door');
    for (const reference of references) expect(all.join('\n')).toContain(reference);
    const { lines } = await run(['payments', 'consents', one.phone]);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(new RegExp(`,${references[0]},card,coins-100,750,10000,150,unknown$`));
    const phone = one.phone.replace(/^0/, '234');
    expect(lines[1]).toContain(`,1,"=""${phone}""",`);
    const plain = (await run(['payments', 'consents', one.phone, '--plain'])).lines;
    expect(plain[0]).toBe('said_at,step,phone,reference,way,product,coins,kobo,fee_kobo,door');
    expect(plain[1]).toContain(`,1,${phone},`);
  });

  test('reconcile asks the providers about what is pending', async () => {
    const player = await server().signUp();
    const reference = await expected(player);
    await take(server(), chargeOf(player, reference));
    server().clock.at += 3 * 60_000;
    expect(await run(['payments', 'reconcile'])).toMatchObject({ isKeyNeeded: true });
    expect(await stateOf(server(), reference)).toBe('pending');
    expect(await run(['payments', 'reconcile'], ngozi)).toMatchObject({ isDone: true });
    expect(await stateOf(server(), reference)).toBe('paid');
  });

  test('money that nobody expected is reported', async () => {
    const player = await server().signUp();
    await webhook(server(), success(chargeOf(player, 'FOM-nobodyexpectedit')));
    const { lines } = await run(['payments', 'reports']);
    expect(lines.some((line) => line.includes('FOM-nobodyexpectedit unexpected: {'))).toBe(true);
  });

  test('the newest of many reports are shown, and the place of the others', async () => {
    const { db, clock } = server();
    const report = { what: 'unexpected', body: '{}', at: new Date(clock.at) };
    const references = Array.from({ length: 101 }, (_, index) => `FOM-many-${index}`);
    await db
      .insertInto('payment_reports')
      .values(references.map((reference) => ({ ...report, reference })))
      .execute();
    const { lines } = await run(['payments', 'reports']);
    expect(lines.filter((line) => line.includes('FOM-many-'))).toHaveLength(100);
    expect(lines.join('\n')).not.toContain('FOM-many-0 ');
    expect(lines.at(-1)).toBe('Older ones are in the table payment_reports');
  });

  test.each([
    ['payments', 'show', 'FOM-of-nobody'],
    ['payments', 'of', '08039999999'],
    ['payments', 'of', '1'],
    ['payments', 'reverse', 'FOM-of-nobody', '--why', 'x'],
  ])('%s %s %s says in one line that there is nothing', async (...command) => {
    const told = await run(command, ngozi);
    expect(told).toMatchObject({ isDone: false, lines: [expect.not.stringContaining('\n')] });
  });
});

describe('tickets', () => {
  const server = testServer({ bank: buildBank(200) });

  let ngozi = '';

  const run = (args: string[], key: string | null = null) => operate(server(), args, key);

  test('an operator sees tickets, takes them back, and settles what is owed of them', async () => {
    ngozi = await addOperator(server(), 'ngozi');
    const key = ngozi;
    const player = await adult(server());
    const [waits, played] = [await boughtTicket(player), await boughtTicket(player)];
    await countRun(server(), await openedRun(player, played));
    const of = async () => (await run(['payments', 'of', player.phone])).lines.join('\n');
    expect(await of()).toContain('1 unplayed ticket of Millionaire Rush');
    expect(await of()).toContain('Millionaire Rush ticket, ₦203 by card: paid');
    const why = ['--why', 'asked twice'];
    const reverse = (reference: string) => run(['payments', 'reverse', reference, ...why], key);
    expect((await reverse(waits)).lines).toEqual(['Taken back: 1 ticket']);
    expect((await reverse(played)).lines).toEqual([
      'Taken back: no ticket',
      'Owed: 1 ticket, an open claim',
    ]);
    expect(await of()).toContain('open claim: 1 ticket');
    expect(await of()).not.toContain('unplayed');
    const settle = () => run(['payments', 'settle', played, ...why], key);
    expect((await settle()).lines).toEqual([
      'Closed: 1 ticket is owed no more. No ticket was taken',
    ]);
    expect(await settle()).toMatchObject({
      isDone: false,
      lines: [`Nothing is owed for ${played}`],
    });
    const shown = (await run(['payments', 'show', waits])).lines.join('\n');
    expect(shown).toContain('ledger: ticket-bought, tickets 1 tickets');
    expect(shown).toContain('ledger: payment-reversed, tickets -1 tickets');
  });

  test('a ticket that is owed no more weighs what it has cost: much of it in a day takes two', async () => {
    const env = { TWO_PEOPLE_ABOVE_NAIRA: '700' };
    const key = await addOperator(server(), 'musa', ngozi);
    const player = await adult(server());
    // Taking both back is ₦406 of the player's, one of them closed ₦200 more.
    const owed = [await boughtTicket(player), await boughtTicket(player)];
    for (const reference of owed) {
      await countRun(server(), await openedRun(player, reference));
      await run(['payments', 'reverse', reference, '--why', 'x'], ngozi);
    }
    const settle = async (reference = '') => {
      const args = ['payments', 'settle', reference, '--why', 'x'];
      return (await operate(server(), args, key, { env })).lines[0];
    };
    expect(await settle(owed[0])).toMatch(/^Closed: 1 ticket/);
    expect(await settle(owed[1])).toMatch(/^musa says yes\. Another operator/);
  });
});

describe('a payment reversed', () => {
  const server = testServer();

  const run = (command: string[], key: string | null = null) => operate(server(), command, key);

  let ngozi = '';

  beforeAll(async () => {
    ngozi = await addOperator(server(), 'ngozi');
  }, 60_000);

  test('a payment is reversed by who has a key, and that is logged', async () => {
    const player = await server().subscriber();
    const reference = await paidPack(server(), player);
    const reverse = ['payments', 'reverse', reference, '--why', 'asked twice'];
    for (const key of [null, 'wrong']) {
      expect(await run(reverse, key)).toMatchObject({ isDone: false });
    }
    expect(await stateOf(server(), reference)).toBe('paid');
    expect(await logOf(server(), reference)).toEqual([]);
    expect(await run(reverse, ngozi)).toEqual({ lines: ['Taken back: 750 coins'], isDone: true });
    expect(await run(reverse, ngozi)).toMatchObject({ lines: ['It was taken back before'] });
    const logged = {
      operator: 'ngozi',
      command: 'reverse',
      why: 'asked twice',
      at: new Date(server().clock.at),
    };
    expect(await logOf(server(), reference)).toEqual([logged, logged]);
  });

  test('the network renews no plan that was taken back, and is asked again where it did not answer', async () => {
    const player = await server().subscriber();
    const [first] = await periodsOf(player);
    const { operator } = server();
    const sandbox = operator.fetch;
    const ended: string[] = [];
    let status = 500;
    operator.fetch = async (url, init) => {
      if (init.method !== 'DELETE') return sandbox(url, init);
      ended.push(url);
      return new Response('', { status });
    };
    onTestFinished(() => {
      operator.fetch = sandbox;
    });
    const reverse = ['payments', 'reverse', first?.reference ?? '', '--why', 'wrong number'];
    expect(await run(reverse, ngozi)).toEqual({
      lines: [
        'Taken back: 1,000 coins',
        'The network did not answer, and may renew it by itself. Give the same command again',
      ],
      isDone: false,
    });
    status = 200;
    ended.length = 0;
    expect(await run(reverse, ngozi)).toEqual({
      lines: ['It was taken back before', 'The network was told to renew it no more'],
      isDone: true,
    });
    expect(ended).toEqual([expect.stringContaining(`/subscriptions/${stored(player.phone)}`)]);
  });

  test('the network goes on renewing where airtime has paid for another plan that runs', async () => {
    const player = await server().subscriber();
    await renewPlan(server(), player, 'daily');
    await player.get(verify(player, 'ondemand/'));
    const [first] = await periodsOf(player);
    const before = server().operator.asked.length;
    expect(await run(['payments', 'reverse', first?.reference ?? '', '--why', 'x'], ngozi)).toEqual(
      {
        lines: ['Taken back: 1,000 coins'],
        isDone: true,
      },
    );
    expect(server().operator.asked.slice(before)).toEqual([]);
  });
});

describe('refunds', () => {
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
    expect((await run(['payments', 'reports'])).lines[0]).toContain(
      'asked of the provider: ₦101.50',
    );
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
      (await operate(server(), ['payments', 'settle', reference, '--why', 'x'], key, { env }))
        .lines;
    expect((await settle(ngozi))[0]).toMatch(/^ngozi says yes/);
    expect((await settle(bola))[0]).toMatch(/^Closed: \d+ coins are owed no more/);
  });
});
