import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../server/config/config.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { connectPostgres } from '../../../server/database/postgres.ts';
import type { Db } from '../../../server/database/tables.ts';
import { runCommand } from '../../../server/desk/run.ts';
import { openProviders } from '../../../server/providers/open-providers.ts';
import { DAY_MS, weekOf } from '../../../src/rules/calendar.ts';
import { testServer } from '../../support/server.ts';
import { stored } from '../../support/sign-in.ts';
import { createTestDatabase, TEST_DATABASE_URL } from '../../support/test-database.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { renewPlan, verify } from '../accounts/subscription-calls.ts';
import { chargeOf, expected, stateOf, success, take, webhook } from '../payments/card-calls.ts';
import { bornOn, set } from '../payments/care-calls.ts';
import { turn } from '../payments/renewal-calls.ts';
import { periodsOf } from '../payments/undone-calls.ts';

const server = testServer();

function deskOf(db: Db) {
  const { clock, operator } = server();
  const config = readConfig({});
  const fetch: typeof operator.fetch = (url, init) => operator.fetch(url, init);
  const providers = openProviders(config, fetch, () => 'http://localhost');
  return {
    db,
    config,
    ...providers,
    now: () => clock.at,
    readBank: () => server().bank,
  };
}

/** Runs a command as it is typed, with somebody's key or none. */
function run(command: string[], key: string | null = null) {
  return runCommand(deskOf(server().db), { args: command, key });
}

async function anOperator(name: string, by: string | null = null): Promise<string> {
  const { lines } = await run(['operators', 'add', name], by);
  return lines[1] ?? '';
}

async function aPaidPack(player: TestPlayer): Promise<string> {
  const reference = await expected(player);
  await take(server(), chargeOf(player, reference));
  await webhook(server(), success(chargeOf(player, reference)));
  return reference;
}

const logOf = (reference: string) =>
  server()
    .db.selectFrom('operator_log')
    .select(['operator', 'command', 'why', 'at'])
    .where('reference', '=', reference)
    .orderBy('id')
    .execute();

let ngozi = '';

// The embedded database has one connection: there nothing happens at once.
test.runIf(TEST_DATABASE_URL !== '')(
  'of two that are added first at once one needs a key',
  async () => {
    const { address, drop } = await createTestDatabase();
    const { db, close } = connectPostgres(address);
    await migrate(db);
    const desk = deskOf(db);
    const asked = ['ada', 'musa', 'efe', 'bola'].map((name) =>
      runCommand(desk, { args: ['operators', 'add', name], key: null }),
    );
    const told = await Promise.all(asked);
    expect(told.filter(({ isDone }) => isDone)).toHaveLength(1);
    expect(told.filter(({ isKeyNeeded }) => isKeyNeeded)).toHaveLength(3);
    await close();
    await drop();
  },
);

test('the first operator is added without a key, any other by one, and keys are kept hashed', async () => {
  expect((await run(['operators', 'list'])).lines).toEqual(['There is no operator yet']);
  ngozi = await anOperator('ngozi');
  expect(ngozi).toMatch(/^[\w-]{32}$/);
  expect(await run(['operators', 'add', 'musa'])).toEqual({
    lines: ['Your operator key is needed: set OPERATOR_KEY'],
    isDone: false,
    isKeyNeeded: true,
  });
  expect(await run(['operators', 'add', 'musa'], 'wrong')).toMatchObject({ isDone: false });
  const musa = await anOperator('musa', ngozi);
  expect(await run(['operators', 'add', 'musa'], ngozi)).toMatchObject({
    lines: ['There is or was an operator named musa'],
  });
  const rows = await server().db.selectFrom('operators').selectAll().execute();
  for (const key of [ngozi, musa]) expect(JSON.stringify(rows)).not.toContain(key);
  expect((await run(['operators', 'list'])).lines).toHaveLength(2);
  expect(await logOf('musa')).toMatchObject([{ operator: 'ngozi', command: 'operators add' }]);
});

test('a key that was taken away opens nothing, and the last one stays', async () => {
  const ada = await anOperator('ada', ngozi);
  expect(await run(['operators', 'remove', 'ada'], ngozi)).toEqual({
    lines: ['ada is removed'],
    isDone: true,
  });
  expect(await run(['operators', 'remove', 'musa'], ada)).toMatchObject({
    lines: ['No operator has this key'],
  });
  expect(await run(['operators', 'remove', 'ada'], ngozi)).toMatchObject({ isDone: false });
  await run(['operators', 'remove', 'musa'], ngozi);
  expect(await run(['operators', 'remove', 'ngozi'], ngozi)).toMatchObject({
    lines: ['The last operator stays: add another one before'],
    isDone: false,
  });
});

test('a payment is reversed by who has a key, and that is logged', async () => {
  const player = await server().subscriber();
  const reference = await aPaidPack(player);
  const reverse = ['payments', 'reverse', reference, '--why', 'asked twice'];
  for (const key of [null, 'wrong']) {
    expect(await run(reverse, key)).toMatchObject({ isDone: false });
  }
  expect(await stateOf(server(), reference)).toBe('paid');
  expect(await logOf(reference)).toEqual([]);
  expect(await run(reverse, ngozi)).toEqual({ lines: ['Taken back: 750 coins'], isDone: true });
  expect(await run(reverse, ngozi)).toMatchObject({ lines: ['It was taken back before'] });
  const logged = {
    operator: 'ngozi',
    command: 'reverse',
    why: 'asked twice',
    at: new Date(server().clock.at),
  };
  expect(await logOf(reference)).toEqual([logged, logged]);
});

test('the log is only ever added to', async () => {
  const { db } = server();
  for (const change of [
    `update operator_log set why = 'no'`,
    'delete from operator_log',
    'truncate operator_log',
  ]) {
    await expect(sql.raw(change).execute(db)).rejects.toThrow(/only ever added to/);
  }
});

test('a refund goes back to the card, and is told by show, of and reports', async () => {
  const player = await server().subscriber();
  const reference = await aPaidPack(player);
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

test('a provider that does not answer leaves the refund to be asked for again', async () => {
  const player = await server().subscriber();
  const reference = await aPaidPack(player);
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
  expect((await run(['payments', 'reports'])).lines[0]).toContain('by hand: ₦100, airtime');
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
  expect(await logOf(reference)).toMatchObject([
    { command: 'refund' },
    { operator: 'ngozi', command: 'settle', why: 'our mistake' },
    { operator: 'ngozi', command: 'sent', why: 'by bank transfer' },
  ]);
  const told = (await run(['payments', 'show', reference])).lines.join('\n');
  for (const part of [`closed claim: ${owed}`, 'refund of ₦100: sent on', 'ngozi: settle: our']) {
    expect(told).toContain(part);
  }
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
  expect(await run(['payments', 'reverse', first?.reference ?? '', '--why', 'x'], ngozi)).toEqual({
    lines: ['Taken back: 1,000 coins'],
    isDone: true,
  });
  expect(server().operator.asked.slice(before)).toEqual([]);
});

test('a refund that the provider refuses can be noted as sent, not while it is asked', async () => {
  const player = await server().subscriber();
  const reference = await aPaidPack(player);
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
  const reference = await aPaidPack(player);
  const transaction = { reference, amount: 10_150, currency: 'NGN' };
  const tell = (event: string, other: object) =>
    webhook(server(), JSON.stringify({ event, data: { id: 7, transaction, ...other } }));
  await tell('charge.dispute.create', {});
  const refund = ['payments', 'refund', reference, '--why', 'they asked us too'];
  expect(await run(refund, ngozi)).toMatchObject({
    lines: ['A dispute of it is open: its money goes back by that, if it does'],
    isDone: false,
  });
  expect(await logOf(reference)).toEqual([]);
  await tell('charge.dispute.resolve', { status: 'resolved', resolution: 'declined' });
  const told = (await run(['payments', 'show', reference])).lines.join('\n');
  expect(told).toMatch(/dispute 7: won, given back on /);
  expect(told).toContain('ledger: payment-returned, wallet 750 coins');
  expect(await run(refund, ngozi)).toMatchObject({ isDone: true });
  expect((await run(['payments', 'show', reference])).lines.join('\n')).toMatch(
    /payment-returned.*payment-reversed, wallet -750/s,
  );
});

test('consents are exported as CSV, of one number or all', async () => {
  const [one, two] = [await server().signUp(), await server().signUp()];
  const references = [await expected(one), await expected(two)];
  const all = (await run(['payments', 'consents'])).lines;
  expect(all[0]).toBe('said_at,step,phone,reference,way,product,coins,kobo,fee_kobo,door');
  for (const reference of references) expect(all.join('\n')).toContain(reference);
  const { lines } = await run(['payments', 'consents', one.phone]);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(new RegExp(`,${references[0]},card,coins-100,750,10000,150,unknown$`));
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

test('a failure of our own is not told as the provider’s', async () => {
  const player = await server().subscriber();
  const reference = await aPaidPack(player);
  const { db } = server();
  const refund = ['payments', 'refund', reference, '--why', 'by mistake'];
  await sql`alter table refunds rename column asked_at to gone`.execute(db);
  onTestFinished(async () => {
    await sql`alter table refunds rename column gone to asked_at`.execute(db);
  });
  await expect(run(refund, ngozi)).rejects.toThrow(/asked_at/);
});

test('of many reports the newest are shown, and where the others are', async () => {
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

test.each([
  [['payments']],
  [['payments', 'show']],
  [['payments', 'reverse', 'FOM-x']],
  [['payments', 'reverse', 'FOM-x', '--why', ' ']],
  [['payments', 'refund', '--why', 'x']],
  [['payments', 'reports', 'now']],
  [['payments', 'show', 'a', 'b']],
  [['payments', 'show', 'a', '--all']],
  [['operators', 'add']],
  [['operators', 'list', 'ada']],
])('%j is answered with how to use it', async (command) => {
  const { lines, isDone } = await run(command, ngozi);
  expect(isDone).toBe(false);
  expect(lines[0]).toContain(`npm run ${command[0]} -- COMMAND`);
});
