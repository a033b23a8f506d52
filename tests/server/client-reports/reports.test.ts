import { expect, test } from 'vitest';
import { sweep } from '../../../server/upkeep/sweep.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { operate } from '../../support/desk.ts';
import { expectRefused, testServer } from '../../support/server.ts';

const server = testServer();

const ERROR = {
  kind: 'error',
  where: 'page',
  route: '/quiz/:categoryId/:level',
  message: "TypeError: Cannot read properties of undefined (reading 'map')",
  frames: ['quiz-BILnWgLY.js:1:2345', 'first-BPf91QkD.js:9:10'],
  count: 2,
};
const LCP = { kind: 'vital', name: 'LCP', value: 1800, route: '/home' };
const BUILD = 'CoFz9d9I';

const report = (reports: unknown[], more: object = {}, from = '198.51.100.7') =>
  server().call('POST', '/misc/client-reports', { body: { build: BUILD, reports, ...more }, from });

const rows = () =>
  server().db.selectFrom('client_reports').selectAll().orderBy('first_at').execute();

const metrics = async () =>
  (await server().app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body
    .split('\n')
    .filter((line) => line.startsWith('fom_client'));

const forget = () => server().db.deleteFrom('client_reports').execute();

test('the same error of many phones is one row, with its count and the first phone', async () => {
  await forget();
  const phone = { version: '0.6.0', browser: 'Chrome 126', connection: '3g', memory: 2 };
  const reply = await report([ERROR], phone);
  expect(reply.body).toEqual({ status: true, data: null });
  const first = new Date(server().clock.at);
  server().clock.at += 60_000;
  await report([ERROR, ERROR], { browser: 'Safari 17' });
  expect(await rows()).toEqual([
    {
      day: '2026-11-18',
      kind: 'error',
      fingerprint: expect.stringMatching(/^[\w-]{16}$/),
      build: BUILD,
      count: 6,
      total: 0,
      first_at: first,
      last_at: new Date(server().clock.at),
      sample: { ...ERROR, ...phone },
    },
  ]);
  await report([{ ...ERROR, where: 'worker', frames: ['sw.js:1:2'] }]);
  await report([ERROR], { build: 'AAAAAAAA' });
  expect(await rows()).toHaveLength(3);
});

test('text that may identify a player is not stored, whatever the phone sends', async () => {
  await forget();
  const message =
    '\u0000\ud800 0803 000 0055 ada@example.com "Ada Obi" at https://game.ng/login?msisdn=8030000055 ' +
    'Bearer abc.def.ghi eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlMQ';
  expect((await report([{ ...ERROR, message }])).status).toBe(200);
  expect((await report([{ ...ERROR, message: `x ${'long '.repeat(1200)}` }])).status).toBe(200);
  const kept = await rows();
  expect(kept).toHaveLength(2);
  expect(JSON.stringify(kept)).not.toMatch(/0803|0055|ada|Ada|Obi|msisdn|abc|eyJ|bmF0/);
  for (const { sample } of kept) {
    expect(sample?.kind === 'error' && sample.message.length).toBeLessThanOrEqual(200);
  }
});

test('an invalid report is refused, and nothing of it is stored', async () => {
  const wrong: unknown[] = [
    [],
    Array.from({ length: 11 }, () => LCP),
    'error',
    [null],
    [{ ...ERROR, kind: 'crash' }],
    [{ ...ERROR, frames: [] }],
    [{ ...ERROR, frames: Array.from({ length: 6 }, () => ERROR.frames[0]) }],
    [{ ...ERROR, frames: ['chrome-extension://abcdefgh/x-abcdefgh.js:1:2'] }],
    [{ ...ERROR, frames: ['quiz-08030000.js:1:2'] }],
    [{ ...ERROR, frames: ['quiz-BILnWgLY.js:1:08030000055'] }],
    [{ ...ERROR, route: '/quiz/7/easy?x=1' }],
    [{ ...ERROR, route: '/campaign/08030000055' }],
    [{ ...ERROR, count: 0 }],
    [{ ...ERROR, count: 1001 }],
    [{ ...ERROR, where: 'server' }],
    [{ ...LCP, name: 'FID' }],
    [{ ...LCP, value: -1 }],
    [{ ...LCP, value: '1' }],
    [{ ...LCP, value: 1e300 }],
  ];
  for (const reports of wrong) {
    await expectRefused(server(), () => report(reports as unknown[]), 422, 'request/invalid');
  }
  for (const more of [
    { build: '08030000' },
    { build: 'x"} 1' },
    { version: '0.7' },
    { version: '0.7.0-' },
    { version: '0.7.0-08030000055' },
    { browser: 'Ada 1' },
    { connection: 'ada' },
    { memory: 'much' },
  ]) {
    await expectRefused(server(), () => report([ERROR], more), 422, 'request/invalid');
  }
  const large = { ...ERROR, message: 'x'.repeat(8 * 1024) };
  await expectRefused(server(), () => report([large]), 413, 'request/too-large');
  const text = await server().app.inject({
    method: 'POST',
    url: '/api/v2/misc/client-reports',
    headers: { 'content-type': 'application/json' },
    payload: '{',
  });
  expect(text.json()).toMatchObject({ code: 'request/not-json' });
});

test.each(['0.7.0', '0.7.0-rc', '0.7.0-rc1', '0.7.0-rc.1'])(
  'version %s of the app can report',
  async (version) => {
    expect((await report([ERROR], { version })).body).toEqual({ status: true, data: null });
  },
);

test('an address reports a thousand times an hour', async () => {
  await forget();
  const from = '203.0.113.9';
  await report([LCP], {}, from);
  await server()
    .db.updateTable('address_counts')
    .set({ calls: 999 })
    .where('kind', '=', 'client-report')
    .where('calls', '=', 1)
    .execute();
  expect((await report([LCP], {}, from)).status).toBe(200);
  await expectRefused(server(), () => report([LCP], {}, from), 429, 'rate/limited');
  expect((await report([LCP])).status).toBe(200);
});

test('a day has room for 500 different errors: the others are counted together, and known ones go on', async () => {
  await forget();
  await report([ERROR, LCP]);
  const [known] = await rows();
  const { first_at, last_at } = known ?? { first_at: new Date(0), last_at: new Date(0) };
  const flood = Array.from({ length: 499 }, (_, index) => ({
    day: '2026-11-18',
    kind: 'error' as const,
    fingerprint: `flood ${index}`,
    build: BUILD,
    count: 1,
    total: 0,
    sample: null,
    first_at,
    last_at,
  }));
  await server().db.insertInto('client_reports').values(flood).execute();
  const other = (place: number) => ({ ...ERROR, frames: [`quiz-BILnWgLY.js:1:${place}`] });
  await report([other(1), other(2), ERROR]);
  await report([other(3), { ...LCP, value: 9000 }], { build: 'AAAAAAAA' });
  const all = await rows();
  expect(all.filter(({ kind }) => kind === 'error')).toHaveLength(501);
  expect(all.filter(({ kind }) => kind === 'vital')).toHaveLength(2);
  expect(all.find(({ build }) => build === 'other')).toMatchObject({ count: 6, sample: null });
  expect(all.find(({ sample }) => sample?.kind === 'error')).toMatchObject({ count: 4 });
  const { lines } = await operate(server(), ['reports']);
  expect(lines).toContain('More are in the table client_reports');
});

test('the day is counted for Prometheus, a few builds apart, vitals in buckets', async () => {
  await forget();
  const builds = 'ABCDEFGHIJ'.split('').map((letter) => letter.repeat(8));
  for (const build of builds) {
    await report([ERROR], { build });
    server().clock.at += 1000;
  }
  await report([LCP, { ...LCP, value: 2500 }, { ...LCP, value: 70_000 }]);
  await report([{ ...LCP, name: 'CLS', value: 0.05 }]);
  const lines = await metrics();
  expect(lines.filter((line) => line.startsWith('fom_client_errors_total'))).toEqual([
    ...builds.slice(0, 8).map((build) => `fom_client_errors_total{build="${build}"} 2`),
    'fom_client_errors_total{build="other"} 4',
  ]);
  expect(lines.filter((line) => line.includes('"LCP"'))).toEqual([
    'fom_client_vitals_bucket{name="LCP",le="1000"} 0',
    'fom_client_vitals_bucket{name="LCP",le="2500"} 2',
    'fom_client_vitals_bucket{name="LCP",le="4000"} 2',
    'fom_client_vitals_bucket{name="LCP",le="8000"} 2',
    'fom_client_vitals_bucket{name="LCP",le="16000"} 2',
    'fom_client_vitals_bucket{name="LCP",le="+Inf"} 3',
    'fom_client_vitals_sum{name="LCP"} 74300',
    'fom_client_vitals_count{name="LCP"} 3',
  ]);
  expect(lines).toContain('fom_client_vitals_bucket{name="CLS",le="0.1"} 1');
  server().clock.at += DAY_MS;
  expect(await metrics()).toEqual([]);
});

test('an operator sees what phones suffer from, the most frequent first', async () => {
  await forget();
  server().clock.at = Date.parse('2026-11-20T11:05:00Z');
  expect(await operate(server(), ['reports'])).toEqual({
    lines: ['Nothing was reported on 2026-11-20'],
    isDone: true,
  });
  await report([{ ...ERROR, count: 1, where: 'worker', frames: ['sw.js:1:2'] }]);
  await report([ERROR], { browser: 'Chrome 126', connection: '3g', memory: 2 });
  await report([LCP, LCP, LCP, { ...LCP, value: 5000 }, { ...LCP, name: 'CLS', value: 3 }]);
  const day = {
    lines: [
      '2 × CoFz9d9I, 12:05 to 12:05, page /quiz/:categoryId/:level, first on Chrome 126, 3g, 2 GB',
      `    ${ERROR.message}`,
      '    quiz-BILnWgLY.js:1:2345 < first-BPf91QkD.js:9:10',
      '1 × CoFz9d9I, 12:05 to 12:05, worker /quiz/:categoryId/:level',
      `    ${ERROR.message}`,
      '    sw.js:1:2',
      'LCP: three of four visits within 2500 ms, of 4',
      'CLS: more than one of four visits above 0.5, of 1',
    ],
    isDone: true,
  };
  expect(await operate(server(), ['reports'])).toEqual(day);
  server().clock.at += DAY_MS;
  expect(await operate(server(), ['reports', '2026-11-20'])).toEqual(day);
  for (const wrong of [['yesterday'], ['2026-11-20', 'x'], ['--all']]) {
    const told = await operate(server(), ['reports', ...wrong]);
    expect(told.isDone).toBe(false);
    expect(told.lines.join()).toContain('npm run admin -- reports');
  }
});

test('reports are kept for 30 days', async () => {
  await forget();
  await report([ERROR]);
  const log = { error: (_: unknown, what?: string) => expect(what).toBeUndefined() };
  server().clock.at += 30 * DAY_MS;
  await sweep(server().services, log as never);
  expect(await rows()).toHaveLength(1);
  server().clock.at += DAY_MS;
  await sweep(server().services, log as never);
  expect(await rows()).toEqual([]);
});
