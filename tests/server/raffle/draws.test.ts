// @module-tag once
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { drawnWinners } from '../../../server/raffle/draws.ts';
import { verifyList } from '../../../server/raffle/verify.ts';
import type { TicketPath } from '../../../src/contract/raffle.ts';
import { addOperator, operate } from '../../support/desk.ts';
import { ROOT } from '../../support/project.ts';
import {
  secondRoot,
  secondRootOfPath,
  secondSeal,
  secondWinners,
} from '../../support/second-draw.ts';
import { expectRefused, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { drawOf, giveTickets, raffleOf, seal } from './raffle-calls.ts';

const server = testServer();

const MONTH = '2026-11';

const FIGURE = '1f'.repeat(32);

let player: TestPlayer;

let codes: string[];

let key: string;

let musa: string;

beforeAll(async () => {
  player = await server().subscriber();
  codes = await giveTickets(server(), player, { month: MONTH, count: 2500 });
  key = await addOperator(server(), 'ngozi');
  musa = await addOperator(server(), 'musa', key);
}, 60_000);

const toClose = () => {
  server().clock.at = Date.parse('2026-11-29T13:00:00+01:00');
};

const pathsOf = async (code: string) => {
  const { body } = await server().call('GET', `/raffle/draws/${MONTH}/paths?code=${code}`);
  return { body, ...(body.data as { winner: TicketPath | null; ticket: TicketPath | null }) };
};

const listOf = async () => {
  const url = `/api/v2/raffle/draws/${MONTH}/list`;
  return server().app.inject({ method: 'GET', url, remoteAddress: '127.0.0.1' });
};

const check = async (text: string) =>
  verifyList(
    (async function* () {
      yield* text.trimEnd().split('\n');
    })(),
  );

test('while entries are open the hash of the seed is known, and nothing that could be chosen by it', async () => {
  toClose();
  server().clock.at -= 1;
  await seal(server());
  const draw = await drawOf(server(), MONTH);
  expect(draw).toMatchObject({ state: 'open', closesAt: '2026-11-29T12:00:00.000Z', seed: null });
  expect(draw).toMatchObject({ tickets: null, root: null, seedHash: expect.any(String) });
  for (const path of ['paths', 'list'])
    await expectRefused(
      server(),
      () => server().call('GET', `/raffle/draws/${MONTH}/${path}`),
      409,
      'draw/not-sealed',
    );
});

test('at the close the list is sealed once, by any number of processes, with a future figure', async () => {
  const { seedHash } = await drawOf(server(), MONTH);
  toClose();
  await Promise.all([seal(server()), seal(server()), seal(server())]);
  const draw = await drawOf(server(), MONTH);
  expect(draw).toMatchObject({ state: 'sealed', tickets: 2500, seedHash, seed: null, winners: [] });
  expect(draw.root).toBe(secondRoot(codes));
  expect(draw.figure).toEqual({
    what: expect.stringMatching(/^randomness of drand quicknet, round \d+$/),
    spelling: 'hex',
    namedAt: '2026-11-29T12:00:00.000Z',
    value: null,
  });
  server().clock.at += 120_000;
  await seal(server());
  expect(await drawOf(server(), MONTH)).toEqual(draw);
});

test('the draw is done once, by two operators at the same time too, and a second implementation draws the same', async () => {
  const figure = ['draw', 'figure', MONTH, FIGURE];
  for (const one of [key, musa]) expect((await operate(server(), figure, one)).isDone).toBe(true);
  const runs = await Promise.all([1, 2].map(() => operate(server(), ['draw', 'run', MONTH], key)));
  expect(runs.map(({ isDone }) => isDone).toSorted()).toEqual([false, true]);
  const draw = await drawOf(server(), MONTH);
  const { seed, seedHash, winners } = draw;
  expect(draw).toMatchObject({ state: 'drawn', figure: { value: FIGURE } });
  expect(secondSeal(seed ?? '')).toBe(seedHash);
  const drawn = secondWinners(codes, { seed: seed ?? '', figure: FIGURE, count: 6 });
  expect(winners).toEqual(
    drawn.map((code, at) => ({
      code,
      index: codes.indexOf(code),
      naira: at === 0 ? 1_000_000 : 0,
    })),
  );
  expect(await drawnWinners(server().db, MONTH)).toMatchObject(
    drawn.map((code, at) => ({ place: at + 1, playerId: player.id, code })),
  );
  expect((await operate(server(), figure, key)).lines).toEqual([
    expect.stringContaining(`${MONTH} was drawn`),
  ]);
});

test('a finished draw may be cached', async () => {
  const { headers } = await server().call('GET', `/raffle/draws/${MONTH}`);
  expect(headers['cache-control']).toBe('public, max-age=86400');
});

test.each([0, 1, 1023, 1024, 2047, 2048, 2499])(
  'the path of ticket %i leads to the root, and so does the winner’s',
  async (index) => {
    const { root } = await drawOf(server(), MONTH);
    const code = codes[index] ?? '';
    const { winner, ticket } = await pathsOf(code.toLowerCase());
    expect(ticket).toMatchObject({ code, index });
    for (const path of [winner, ticket]) expect(path && secondRootOfPath(path, 2500)).toBe(root);
  },
);

test('the reply with both paths takes less than 3 KB, of a million tickets too', async () => {
  const { body, winner } = await pathsOf(codes[1] ?? '');
  expect(JSON.stringify(body).length).toBeLessThan(3000);
  const [hash = ''] = winner?.path ?? [];
  // Its floors: 2 to the 20th are more than a million.
  const long = { ...winner, path: Array.from({ length: 20 }, () => hash) };
  const data = { winner: long, ticket: long };
  expect(JSON.stringify({ ...body, data }).length).toBeLessThan(3000);
});

test.each(['FOM-2222-2222-98', 'FOM-2222-2222-99', 'x'])('%s is not in the list', async (code) => {
  expect((await pathsOf(code)).ticket).toBeNull();
});

test('the list is a file that anybody can check by itself', async () => {
  const { body, headers } = await listOf();
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body.split('\n').filter((line) => line.startsWith('FOM-'))).toEqual(codes);
  const { lines, isRight } = await check(body);
  expect(lines.at(-1)).toBe('This draw is right');
  expect(isRight).toBe(true);
});

test.each([
  ['a code less', /^FOM-.*\n/m, '', 'root'],
  ['another seed', /^# seed .{4}/m, '# seed abcd', "seed's hash"],
  ['another figure', /^# figure .*/m, `# figure ${'2f'.repeat(32)}`, 'winner'],
  [
    'another spelling of the figure',
    /^# figure .*/m,
    `# figure ${'1F'.repeat(32)}`,
    'spelled as named',
  ],
  ['no spelling', /^# spelling .*\n/m, '', 'spelled as named'],
  ['another winner', /^# drawn FOM-\S+/m, '# drawn FOM-2222-2222-98', 'winner'],
  ['a code twice', /^(FOM-.*\n)/m, '$1$1', 'codes'],
])('%s in the file is noticed', async (_what, from, to, step) => {
  const { body } = await listOf();
  const { lines, isRight } = await check(body.replace(from, to));
  expect(isRight).toBe(false);
  expect(lines.filter((line) => line.startsWith('WRONG')).join()).toContain(step);
  expect(lines.at(-1)).toBe('This draw does not add up');
});

test('the example of the page that explains it is right', async () => {
  const page = readFileSync(join(ROOT, 'docs/draw.md'), 'utf8');
  const example = /```text\n([^`]+)```/.exec(page)?.[1] ?? '';
  const listed = example.split('\n').filter((line) => line.startsWith('FOM-'));
  const said = (name: string) => new RegExp(`^# ${name} (.*)$`, 'm').exec(example)?.[1] ?? '';
  const [seed, figure] = [said('seed'), said('figure')];
  expect(said('drawn')).toBe(secondWinners(listed, { seed, figure, count: 3 }).join(' '));
  expect((await check(example)).isRight).toBe(true);
});

test('a month without a draw, or a text that is no month, has none', async () => {
  for (const month of ['2026-10', '2027-05', 'november', '%27'])
    expect((await server().call('GET', `/raffle/draws/${month}`)).body.data).toBeNull();
});

test('the current month has a page before its first ticket, and players see the last one', async () => {
  expect(await drawOf(server(), '2026-12')).toMatchObject({ state: 'open', seedHash: null });
  expect((await raffleOf(player)).raffle).toMatchObject({ month: '2026-12', lastDraw: MONTH });
});

test('one of the first fifty on the board who earned a ticket is named', async () => {
  const winner = async () => (await player.get('/raffle/ticket-winner')).body.data;
  expect(await winner()).toBeNull();
  const [lucky, other] = [await server().veteran(), await server().veteran()];
  await lucky.play(10, 'hard');
  await other.play(5, 'hard');
  expect(await winner()).toEqual({ name: (await lucky.user()).name });
});

test('a list whose server was killed on the way is sealed by the next, with a figure to come', async () => {
  const { db, clock } = server();
  const month = '2027-03';
  const listed = await giveTickets(server(), player, { month, count: 1030 });
  const closedAt = new Date('2027-03-29T12:00:10Z');
  await db
    .updateTable('raffle_draws')
    .set({ closed_at: closedAt })
    .where('month', '=', month)
    .execute();
  clock.at = Date.parse('2027-03-31T09:00:00Z');
  await seal(server());
  const draw = await drawOf(server(), month);
  expect(draw).toMatchObject({ state: 'sealed', tickets: 1030, root: secondRoot(listed) });
  expect(draw.sealedAt).toBe('2027-03-31T09:00:00.000Z');
  expect(draw.figure.namedAt).toBe(draw.sealedAt);
});
