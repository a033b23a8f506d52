import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { BY_HAND } from '../../support/by-hand.ts';
import { addOperator, operate } from '../../support/desk.ts';
import { testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { close, payDue, payLater, prize, ready, thisWeek } from '../prizes/prize-calls.ts';

const server = testServer();

const run = (
  command: string[],
  { key = null, env = {} }: { key?: string | null; env?: Record<string, string> } = {},
) => operate(server(), ['payouts', ...command], key, { env });

let eve = '';
async function eveKey(): Promise<string> {
  eve ||= await addOperator(server(), 'eve');
  return eve;
}

/** A winner of a week of their own with this many points. */
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

test('holds a prize until it is released; an impossible change is explained', async () => {
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

test('one that was released is held again until it is released again', async () => {
  const player = await winner();
  const { reference } = await prize(player);
  const key = await eveKey();
  for (const command of ['hold', 'release']) await run([command, reference, '--why', 'x'], { key });
  await payLater(server());
  expect((await prize(player)).state).toBe('approved');
  await run(['hold', reference, '--why', 'Now it is known'], { key });
  await payLater(server());
  expect(await prize(player)).toMatchObject({ state: 'held', reason: 'under-review' });
  await run(['release', reference, '--why', 'All well after all'], { key });
  await payLater(server());
  expect((await prize(player)).state).toBe('approved');
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

const LARGE = { TWO_PEOPLE_ABOVE_NAIRA: '500' };

let uche = '';

test('a large prize takes the yes of two different operators', async () => {
  const one = await eveKey();
  const two = await addOperator(server(), 'uche', one);
  uche = two;
  const player = await winner(400, LARGE);
  const { reference } = await prize(player);
  expect(await prize(player)).toMatchObject({ state: 'held', reason: 'second-approval' });
  for (const _ of [1, 2]) {
    const told = await run(['approve', reference, '--why', 'Seen'], { key: one });
    expect(told.lines[0]).toMatch(/^eve says yes\. Another operator has to/);
  }
  server().clock.at += 10 * 60_000;
  await payDue(server(), { env: LARGE });
  expect((await prize(player)).state).toBe('held');
  await run(['approve', reference, '--why', 'Seen too'], { key: two });
  server().clock.at += 10 * 60_000;
  await payDue(server(), { env: LARGE });
  expect((await prize(player)).state).toBe('approved');
  const again = await run(['approve', reference, '--why', 'Seen'], { key: one });
  expect(again.lines[0]).toMatch(/^Two have approved .* payouts show/);
});

test('an operator added after a prize was won can approve it a week later at the earliest', async () => {
  const player = await winner(400, LARGE);
  const { reference } = await prize(player);
  server().clock.at += 1000;
  const late = await addOperator(server(), 'bola', eve);
  await run(['approve', reference, '--why', 'Seen'], { key: eve });
  const told = await run(['approve', reference, '--why', 'Seen'], { key: late });
  expect(told.isDone).toBe(false);
  expect(told.lines[0]).toMatch(/^bola became an operator after it was made/);
  server().clock.at += 10 * 60_000;
  await payDue(server(), { env: LARGE });
  expect((await prize(player)).state).toBe('held');
  server().clock.at += 7 * 86_400_000;
  await run(['approve', reference, '--why', 'Seen'], { key: eve });
  const weekLater = await run(['approve', reference, '--why', 'Seen'], { key: late });
  expect(weekLater.lines[0]).toMatch(/^bola approves .* too/);
});

test('a large prize is released, refused or marked as returned by two operators from before it was won', async () => {
  server().toNextWeek();
  const week = thisWeek(server());
  const players = [await ready(server(), 400), await ready(server(), 300)];
  players.push(await ready(server(), 200));
  close(server(), week);
  await payDue(server());
  const [held = '', refused = '', left = ''] = await Promise.all(
    players.map(async (player) => (await prize(player)).reference),
  );
  for (const one of [held, refused]) await run(['hold', one, '--why', 'x'], { key: eve });
  await run(['export'], { key: eve, env: BY_HAND });
  server().clock.at += 1000;
  const late = await addOperator(server(), 'ngozi', eve);
  for (const [command, reference, moved] of [
    ['release', held, 'was held and is checking'],
    ['refuse', refused, 'was held and is refused'],
    ['returned', left, 'was sending and is failed'],
  ] as const) {
    const env = { TWO_PEOPLE_ABOVE_NAIRA: '100' };
    const say = async (key: string) =>
      (await run([command, reference, '--why', 'x'], { key, env })).lines[0];
    expect(await say(late)).toMatch(/^ngozi became an operator after it was made/);
    expect(await say(eve)).toMatch(/^eve says yes/);
    expect(await say(uche)).toBe(`${reference} ${moved}`);
  }
});

test('an approval by two is used up: the same again takes both again', async () => {
  const { reference } = await prize(await winner());
  const hold = () => run(['hold', reference, '--why', 'x'], { key: eve });
  const release = async (key: string) =>
    (await run(['release', reference, '--why', 'x'], { key, env: LARGE })).lines[0];
  await hold();
  expect(await release(uche)).toMatch(/^uche says yes/);
  expect(await release(eve)).toMatch(/was held and is checking$/);
  await hold();
  expect(await release(eve)).toMatch(/^eve says yes/);
});

test("one operator's releases of a day count together against the limit", async () => {
  server().toNextWeek();
  const week = thisWeek(server());
  const players = [await ready(server(), 400), await ready(server(), 300)];
  close(server(), week);
  await payDue(server());
  const references: string[] = [];
  for (const player of players) references.push((await prize(player)).reference);
  const key = await eveKey();
  for (const reference of references) await run(['hold', reference, '--why', 'x'], { key });
  await payLater(server());
  // ₦800 and ₦560.
  const env = { TWO_PEOPLE_ABOVE_NAIRA: '1000' };
  const release = async (reference: string) =>
    (await run(['release', reference, '--why', 'x'], { key, env })).lines[0];
  expect(await release(references[0] ?? '')).toMatch(/was held and is checking$/);
  expect(await release(references[1] ?? '')).toMatch(/^eve says yes\. Another/);
});

test('prizes of one day that are large together take two, however small each is', async () => {
  server().toNextWeek();
  const week = thisWeek(server());
  const player = await ready(server(), 400);
  close(server(), week);
  await payDue(server(), { env: { TWO_PEOPLE_ABOVE_NAIRA: '1000' } });
  const first = await prize(player);
  expect(first.state).toBe('approved');
  await sql`insert into payouts (reference, player_id, board, pool, tier, period_start, period_end, place,
      kind, gross_kobo, tax_kobo, net_kobo, made_at, state_at)
    select 'PO-TEST-02', player_id, board, pool, tier + 1, period_start, period_end, 77,
      kind, 30000, 0, 30000, made_at, state_at from payouts where reference = ${first.reference}`.execute(
    server().db,
  );
  server().clock.at += 10 * 60_000;
  await payDue(server(), { env: { TWO_PEOPLE_ABOVE_NAIRA: '1000' } });
  const { lines } = await run(['show', 'PO-TEST-02']);
  expect(lines[0]).toContain('held (second-approval)');
});

test('exports what is sent by hand, as often as asked, until it has arrived', async () => {
  const player = await winner();
  const { reference } = await prize(player);
  const key = await eveKey();
  expect((await run(['export'], { key })).lines).toEqual([
    'Providers send all prizes: nothing is to be exported',
  ]);
  const [heads, ...rows] = (await run(['export'], { key, env: BY_HAND })).lines;
  // For a spreadsheet: a cell that begins with 0 is text, and its letters are UTF-8.
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
