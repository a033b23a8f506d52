import { beforeAll, expect, test } from 'vitest';
import { addOperator, operate } from '../../support/desk.ts';
import { testServer } from '../../support/server.ts';
import { drawOf, giveTickets } from '../raffle/raffle-calls.ts';

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
])('the figure %s is refused: with another spelling another ticket would win', async (spelled) => {
  const { lines, isDone } = await draw('figure', MONTH, spelled);
  expect(isDone).toBe(false);
  expect(lines[0]).toContain('spelled in one way');
  expect(lines[0]).toContain('a number with 2 decimals');
});

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
    expect((await enter('figure', MONTH, '1452.63')).lines[0]).toMatch(/^It is entered: 1452\.36/);
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
