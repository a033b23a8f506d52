import { beforeAll, expect, test } from 'vitest';
import { DAY_MS, weekOf } from '../../../src/rules/calendar.ts';
import { addOperator, operate } from '../../support/desk.ts';
import { testServer } from '../../support/server.ts';
import { chargeOf, expected, stateOf, success, take, webhook } from '../payments/card-calls.ts';
import { turn } from '../payments/renewal-calls.ts';
import { bornOn, set } from '../payments/spending-limit-calls.ts';

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
