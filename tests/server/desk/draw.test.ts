import { beforeAll, expect, test } from 'vitest';
import { addOperator, operate } from '../../support/desk.ts';
import { testServer } from '../../support/server.ts';
import { drawOf, giveTickets } from '../raffle/raffle-calls.ts';

const MONTH = '2027-02';
const WHAT = 'USD/NGN, closing rate of 1 March 2027, as the Central Bank publishes it';
const server = testServer({ now: Date.parse('2027-02-10T11:00:00Z') });
let key: string;

beforeAll(async () => {
  key = await addOperator(server(), 'ngozi');
}, 60_000);

const draw = (...args: string[]) => operate(server(), ['draw', ...args], key);
const close = () => {
  server().clock.at = Date.parse('2027-02-28T13:00:30+01:00');
};

test.each([
  [[]],
  [['run']],
  [['run', MONTH, '1']],
  [['commit', MONTH]],
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
  ['commit', WHAT],
  ['figure', '1'],
  ['run', null],
])('%s needs an operator’s key', async (command, text) => {
  const args = ['draw', command, MONTH, ...(text === null ? [] : [text])];
  expect(await operate(server(), args)).toMatchObject({ isDone: false, isKeyNeeded: true });
});

test('the figure is named before the close, for the month that runs, and entered after the seal', async () => {
  expect((await draw('commit', '2027-03', WHAT)).lines[0]).toContain('2027-02 runs');
  expect((await draw('commit', MONTH, 'naïve')).isDone).toBe(false);
  expect((await draw('commit', MONTH, WHAT)).lines).toEqual([`${MONTH} is drawn by: ${WHAT}`]);
  await giveTickets(server(), await server().signUp(), { month: MONTH, count: 3 });
  expect((await draw('figure', MONTH, '1452.36')).lines[0]).toContain('is not sealed yet');
  expect((await draw('run', MONTH)).lines[0]).toContain('is not sealed yet');
  expect((await drawOf(server(), MONTH)).figure).toEqual({
    what: WHAT,
    namedAt: '2027-02-10T11:00:00.000Z',
    value: null,
  });
  close();
  expect((await draw('commit', MONTH, 'another')).isDone).toBe(false);
  // The list is sealed by it: nobody waits for the server's next minute.
  expect((await draw('run', MONTH)).lines).toEqual([`Enter the figure first: ${WHAT}`]);
  expect(await drawOf(server(), MONTH)).toMatchObject({ state: 'sealed', tickets: 3 });
  // Even with the clock put back.
  server().clock.at -= 3_600_000;
  expect((await draw('commit', MONTH, 'another')).lines[0]).toContain('its figure stays');
  close();
  expect((await drawOf(server(), MONTH)).figure.what).toBe(WHAT);
});

test('a figure can be mended until the draw, and is told to nobody before', async () => {
  await draw('figure', MONTH, '145.236');
  expect((await draw('figure', MONTH, '1452.36')).lines[0]).toBe(`${WHAT}: 1452.36`);
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
    ['ngozi', 'draw commit', WHAT],
    ['ngozi', 'draw figure', '145.236'],
    ['ngozi', 'draw figure', '1452.36'],
    ['ngozi', 'draw run', null],
  ]);
  expect(new Set(log.map(({ reference }) => reference))).toEqual(new Set([MONTH]));
});
