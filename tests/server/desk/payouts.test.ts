import { expect, test } from 'vitest';
import { addOperator, operate } from '../../support/desk.ts';
import { testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { close, payDue, payLater, prize, ready, thisWeek } from '../prizes/prize-calls.ts';

const server = testServer();

/** Cards and numbers are real, and prizes leave by hand. */
const BY_HAND = {
  CARD_SECRET_KEY: 'sk_live_x',
  CARD_PUBLIC_KEY: 'pk_live_x',
  SIGN_IN_POLICY: 'otp',
  SMS_URL: 'https://sms.example.ng',
  SMS_TOKEN: 'x',
  CONTEST:
    '{"promoter":"Example Games","permit":"NLRC/1","rules":"https://example.ng/r","support":"tel:0700"}',
};

const run = (
  command: string[],
  { key = null, env = {} }: { key?: string | null; env?: Record<string, string> } = {},
) => operate(server(), ['payouts', ...command], key, { env });

let eve = '';
async function eveKey(): Promise<string> {
  eve ||= await addOperator(server(), 'eve');
  return eve;
}

/** A winner of a week of their own with so many points. */
async function winner(points = 400, env: Record<string, string> = {}): Promise<TestPlayer> {
  server().toNextWeek();
  const week = thisWeek(server());
  const player = await ready(server(), points);
  close(server(), week);
  await payDue(server(), { env });
  return player;
}

test('lists prizes without an end, and shows one with its ledger', async () => {
  const player = await winner();
  const { reference } = await prize(player);
  const { lines } = await run(['list']);
  expect(lines.find((line) => line.startsWith(reference))).toMatch(
    /place 1, weekly of all, until .*: ₦800(\.00)? cash, approved/,
  );
  const shown = (await run(['show', reference])).lines.join('\n');
  expect(shown).toContain('ledger: prize-won, prizes');
  expect((await run(['show', 'PO-NONE-00'])).lines).toEqual(['There is no payout PO-NONE-00']);
  expect((await run(['list', 'lost'])).isDone).toBe(false);
});

test('nobody changes a prize without a key and a reason', async () => {
  const { reference } = await prize(await winner());
  expect((await run(['hold', reference, '--why', 'x'])).isKeyNeeded).toBe(true);
  expect((await run(['hold', reference], { key: await eveKey() })).isDone).toBe(false);
  expect((await run(['hold', reference, '--why', 'x'], { key: 'false' })).lines).toEqual([
    'No operator has this key',
  ]);
});

test('holds a prize until it is released; what does not follow is said', async () => {
  const player = await winner();
  const { reference } = await prize(player);
  const key = await eveKey();
  await run(['hold', reference, '--why', 'A second look'], { key });
  await payLater(server());
  expect(await prize(player)).toMatchObject({ state: 'held', reason: 'under-review' });
  expect((await run(['paid', reference, '--why', 'x'], { key })).lines).toEqual([
    `${reference} is held: that does not follow`,
  ]);
  const released = await run(['release', reference, '--why', 'All well'], { key });
  expect(released.lines).toEqual([`${reference} was held and is checking`]);
  await payLater(server());
  expect((await prize(player)).state).toBe('approved');
  const log = await server()
    .db.selectFrom('operator_log')
    .select(['operator', 'command', 'why'])
    .where('reference', '=', reference)
    .orderBy('id')
    .execute();
  expect(log).toEqual([
    { operator: 'eve', command: 'payouts hold', why: 'A second look' },
    { operator: 'eve', command: 'payouts release', why: 'All well' },
  ]);
});

test('refuses a prize: the next place is paid in its stead', async () => {
  server().toNextWeek();
  const week = thisWeek(server());
  const players: TestPlayer[] = [];
  for (let at = 0; at < 11; at += 1) players.push(await ready(server(), 500 - at * 10));
  close(server(), week);
  await payDue(server());
  const [first, last] = [players[0] as TestPlayer, players[10] as TestPlayer];
  expect((await last.get('/payouts')).body.data).toEqual([]);
  const { reference } = await prize(first);
  await run(['refuse', reference, '--why', 'Played by a program'], { key: await eveKey() });
  await payDue(server());
  expect((await prize(first)).state).toBe('refused');
  expect(await prize(last)).toMatchObject({ place: 11 });
});

test('a large prize takes the yes of two different operators', async () => {
  const env = { TWO_PEOPLE_ABOVE_NAIRA: '500' };
  const player = await winner(400, env);
  const { reference } = await prize(player);
  expect(await prize(player)).toMatchObject({ state: 'held', reason: 'second-approval' });
  const [one, two] = [
    await eveKey(),
    await addOperator(server(), `uche-${server().clock.at}`, eve),
  ];
  await run(['approve', reference, '--why', 'Seen'], { key: one });
  const again = await run(['approve', reference, '--why', 'Seen'], { key: one });
  expect(again.lines).toEqual(['You have approved it before: another operator has to as well']);
  server().clock.at += 10 * 60_000;
  await payDue(server(), { env });
  expect((await prize(player)).state).toBe('held');
  await run(['approve', reference, '--why', 'Seen too'], { key: two });
  server().clock.at += 10 * 60_000;
  await payDue(server(), { env });
  expect((await prize(player)).state).toBe('approved');
});

test('exports what is sent by hand, as often as asked, until it has arrived', async () => {
  const player = await winner();
  const { reference } = await prize(player);
  const key = await eveKey();
  expect((await run(['export'], { key })).lines).toEqual([
    'Providers send all prizes: nothing is to be exported',
  ]);
  const [heads, ...rows] = (await run(['export'], { key, env: BY_HAND })).lines;
  // For a spreadsheet: what begins with 0 is a text there, and its letters are UTF-8.
  expect(heads).toBe('\uFEFFreference,prize,kind,naira,to,bank_code,bank,name');
  const row = rows.find((line) => line.includes(reference));
  expect(row).toMatch(/,cash,800\.00,"=""01\d{7}5""","=""044""",Access Bank,[A-Z ]+$/);
  const upload = (await run(['export', '--plain'], { key, env: BY_HAND })).lines;
  expect(upload[0]).toBe('reference,prize,kind,naira,to,bank_code,bank,name');
  const plain = upload.find((line) => line.includes(reference));
  expect(plain).toMatch(/,cash,800\.00,01\d{7}5,044,Access Bank,[A-Z ]+$/);
  expect((await run(['list', '--plain'])).isDone).toBe(false);
  expect((await prize(player)).state).toBe('sending');
  expect((await run(['export'], { key, env: BY_HAND })).lines).toContain(row);
  await run(['paid', reference, '--why', 'Bulk 12'], { key });
  expect((await prize(player)).state).toBe('paid');
  expect((await run(['export'], { key, env: BY_HAND })).lines).not.toContain(row);
});
