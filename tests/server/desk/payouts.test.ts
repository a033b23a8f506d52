import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { BY_HAND } from '../../support/by-hand.ts';
import { addOperator, operate } from '../../support/desk.ts';
import { testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { close, payDue, payLater, prize, ready, thisWeek } from '../prizes/prize-calls.ts';
import { drawOf, giveTickets } from '../raffle/raffle-calls.ts';

describe('payouts', () => {
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
    for (const command of ['hold', 'release'])
      await run([command, reference, '--why', 'x'], { key });
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
});

describe('draw', () => {
  const MONTH = '2027-02';

  const WHAT = 'USD/NGN, closing rate of 1 March 2027, as the Central Bank publishes it';

  const server = testServer({ now: Date.parse('2027-02-10T11:00:00Z') });

  let key: string;

  let musa: string;

  beforeAll(async () => {
    key = await addOperator(server(), 'ngozi');
    musa = await addOperator(server(), 'musa', key);
  }, 60_000);

  const draw = (...args: string[]) => operate(server(), ['draw', ...args], key);

  const musaDraws = (...args: string[]) => operate(server(), ['draw', ...args], musa);

  const close = () => {
    server().clock.at = Date.parse('2027-02-28T13:00:30+01:00');
  };

  test.each([
    [[]],
    [['run']],
    [['run', MONTH, '1']],
    [['commit', MONTH]],
    [['commit', MONTH, WHAT]],
    [['figure', MONTH, '1', '2']],
    [['figure', MONTH]],
    [['undo', MONTH]],
    [['show', MONTH, 'all']],
  ])('draw %j is answered with how to use it', async (args) => {
    const { lines, isDone } = await draw(...args);
    expect(isDone).toBe(false);
    expect(lines[0]).toContain('npm run admin -- draw COMMAND');
  });

  test('a month is named as it is written, and one without tickets has no draw', async () => {
    expect((await draw('show', 'february')).lines).toEqual(['A month is written like 2026-11']);
    expect((await draw('show', MONTH)).lines).toEqual([
      `${MONTH} has no draw: no ticket was earned in it`,
    ]);
  });

  test.each([
    ['commit', [WHAT, '2']],
    ['figure', ['1']],
    ['run', []],
  ])('%s needs an operator’s key', async (command, words) => {
    const args = ['draw', command, MONTH, ...words];
    expect(await operate(server(), args)).toMatchObject({ isDone: false, isKeyNeeded: true });
  });

  test('the figure is named before the close, for the month that runs, and entered after the seal', async () => {
    expect((await draw('commit', '2027-03', WHAT, '2')).lines[0]).toContain('2027-02 runs');
    expect((await draw('commit', MONTH, 'naïve', '2')).isDone).toBe(false);
    for (const spelling of ['9', '02', 'HEX', 'shortest']) {
      expect((await draw('commit', MONTH, WHAT, spelling)).lines[0]).toMatch(
        /^Say how many decimals/,
      );
    }
    expect((await draw('commit', MONTH, WHAT, '2')).lines[0]).toMatch(/^ngozi says yes/);
    expect((await drawOf(server(), MONTH)).figure.what).toBeNull();
    expect((await musaDraws('commit', MONTH, WHAT, '3')).lines[1]).toMatch(/^ngozi said otherwise/);
    expect((await musaDraws('commit', MONTH, WHAT, '2')).lines).toEqual([
      `${MONTH} is drawn by: ${WHAT}, a number with 2 decimals`,
    ]);
    await giveTickets(server(), await server().signUp(), { month: MONTH, count: 3 });
    expect((await draw('figure', MONTH, '1452.36')).lines[0]).toContain('is not sealed yet');
    expect((await draw('run', MONTH)).lines[0]).toContain('is not sealed yet');
    expect((await drawOf(server(), MONTH)).figure).toEqual({
      what: WHAT,
      spelling: '2',
      namedAt: '2027-02-10T11:00:00.000Z',
      value: null,
    });
    close();
    expect((await draw('commit', MONTH, 'another', '0')).isDone).toBe(false);
    // It seals the list at once, without waiting for the server's next minute.
    expect((await draw('run', MONTH)).lines).toEqual([`Enter the figure first: ${WHAT}`]);
    expect(await drawOf(server(), MONTH)).toMatchObject({ state: 'sealed', tickets: 3 });
    // Even with the clock put back.
    server().clock.at -= 3_600_000;
    expect((await draw('commit', MONTH, 'another', '0')).lines[0]).toContain('its figure stays');
    close();
    expect((await drawOf(server(), MONTH)).figure.what).toBe(WHAT);
  });

  test.each([
    '1,452.36',
    '1452.360',
    '1452.3',
    '01452.36',
    '+1452.36',
    '1452',
    '1452.',
    'ab'.repeat(32),
    '145236e-2',
  ])(
    'the figure %s is refused: with another spelling another ticket would win',
    async (spelled) => {
      const { lines, isDone } = await draw('figure', MONTH, spelled);
      expect(isDone).toBe(false);
      expect(lines[0]).toContain('spelled in one way');
      expect(lines[0]).toContain('a number with 2 decimals');
    },
  );

  test('the figure is entered by two who say the same, once, and is told to nobody before the draw', async () => {
    expect((await draw('figure', MONTH, '1452.36')).lines[0]).toMatch(/^ngozi says yes/);
    expect((await draw('run', MONTH)).lines).toEqual([`Enter the figure first: ${WHAT}`]);
    const differing = await musaDraws('figure', MONTH, '1452.63');
    expect(differing.lines[1]).toBe(
      'ngozi said otherwise: 1452.36. You say: 1452.63. Look again, both',
    );
    const shown = (await draw('show', MONTH)).lines;
    for (const said of [/^ngozi says.*1452\.36$/, /^musa says.*1452\.63$/]) {
      expect(shown).toContainEqual(expect.stringMatching(said));
    }
    expect((await draw('run', MONTH)).lines).toEqual([`Enter the figure first: ${WHAT}`]);
    const agreed = await musaDraws('figure', MONTH, '1452.36');
    expect(agreed.lines[0]).toBe(`${WHAT}: 1452.36, as two say`);
    for (const enter of [draw, musaDraws]) {
      expect((await enter('figure', MONTH, '1452.63')).lines[0]).toMatch(
        /^It is entered: 1452\.36/,
      );
    }
    expect((await drawOf(server(), MONTH)).figure.value).toBeNull();
    const { lines } = await draw('run', MONTH);
    expect(lines).toEqual([
      expect.stringMatching(/^winner FOM-/),
      expect.stringMatching(/^reserve FOM-/),
      expect.stringMatching(/^reserve FOM-/),
    ]);
    expect((await draw('show', MONTH)).lines.slice(-3)).toEqual(lines);
    expect((await draw('figure', MONTH, '1')).lines[0]).toContain(`${MONTH} was drawn`);
    expect((await draw('run', MONTH)).lines[0]).toContain(`${MONTH} was drawn`);
  });

  test('each step is in the operators’ log', async () => {
    const log = await server()
      .db.selectFrom('operator_log')
      .select(['operator', 'command', 'reference', 'why'])
      .where('command', 'like', 'draw %')
      .orderBy('id')
      .execute();
    expect(log.map(({ operator, command, why }) => [operator, command, why])).toEqual([
      ['ngozi', 'draw commit', `${WHAT}, 2`],
      ['musa', 'draw commit', `${WHAT}, 3`],
      ['musa', 'draw commit', `${WHAT}, 2`],
      ['ngozi', 'draw figure', '1452.36'],
      ['musa', 'draw figure', '1452.63'],
      ['musa', 'draw figure', '1452.36'],
      ['ngozi', 'draw run', null],
    ]);
    expect(new Set(log.map(({ reference }) => reference))).toEqual(new Set([MONTH]));
  });
});
