import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clientReportsSchema } from '../../../src/contract/client-reports.ts';
import { answer } from '../../support/fake-api.ts';

vi.mock('web-vitals', () => ({
  onCLS: (note: (metric: object) => void) => note({ name: 'CLS', value: 0.01234 }),
  onFCP: () => undefined,
  onINP: () => undefined,
  onLCP: (note: (metric: object) => void) => note({ name: 'LCP', value: 1800.4 }),
  onTTFB: () => undefined,
}));
vi.mock('../../../src/config/env.ts', async (original) => {
  const { env } = await original<typeof import('../../../src/config/env.ts')>();
  return { env: { ...env, hasAdditions: true } };
});

const thrown = () => {
  const error = new TypeError('no 08030000055');
  error.stack = `TypeError: no 08030000055\n  at x (${location.origin}/assets/quiz-BILnWgLY.js:1:2)`;
  return error;
};

const heard = (error = thrown()) => ({ thrown: error, path: '/home' });

beforeEach(() => {
  vi.resetModules();
  beacon.mockClear();
  Object.assign(navigator, { sendBeacon: beacon });
  document.head.innerHTML = `<script type="module" src="/assets/index-CoFz9d9I.js"></script>`;
  Object.assign(performance, { getEntriesByType: () => [] });
});
afterEach(() => {
  document.head.innerHTML = '';
  delete window.heard;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function start() {
  const { startReports } = await import('../../../src/lib/reports.ts');
  startReports();
}

const beacon = vi.fn(() => true);

/** The reports sent when the page was left. */
const left = async () => {
  const [call] = beacon.mock.calls as unknown as [string, Blob][];
  expect(call?.[0]).toBe('/api/v2/misc/client-reports');
  return v.parse(clientReportsSchema, JSON.parse((await call?.[1].text()) ?? ''));
};

function leave(): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

test('what was heard before and after goes with the vitals as the page is left', async () => {
  window.heard = [heard()];
  await start();
  window.heard.push(heard());
  window.heard.push({
    thrown: {
      get stack() {
        throw new Error('hostile');
      },
    },
    path: '/home',
  });
  leave();
  const batch = await left();
  expect(batch.build).toBe('CoFz9d9I');
  expect(batch.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(batch.reports).toMatchObject([
    { kind: 'error', route: '/home', message: 'TypeError: no *', count: 2 },
    { kind: 'vital', name: 'CLS', value: 0.012, route: '/' },
    { kind: 'vital', name: 'LCP', value: 1800 },
  ]);
});

test('what goes wrong in the worker is told as its own', async () => {
  const worker = new EventTarget();
  Object.assign(navigator, { serviceWorker: worker });
  await start();
  const { name, message } = thrown();
  const stack = `at x (${location.origin}/sw.js:1:2)`;
  const fault = { type: 'fault', thrown: { name, message, stack } };
  for (const data of [null, 'text', { type: 'other' }, fault]) {
    worker.dispatchEvent(new MessageEvent('message', { data }));
  }
  leave();
  const { reports } = await left();
  const errors = reports.filter(({ kind }) => kind === 'error');
  expect(errors).toMatchObject([{ where: 'worker', message: 'TypeError: no *' }]);
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('on a phone that saves data errors alone are told', async () => {
  vi.stubGlobal('navigator', {
    onLine: true,
    userAgent: '',
    connection: { saveData: true },
    sendBeacon: beacon,
  });
  await start();
  window.heard?.push(heard());
  leave();
  expect((await left()).reports).toMatchObject([{ kind: 'error' }]);
});

test.each(['is answered', 'is refused', 'fails'])(
  'an error is told when the phone is idle; that it %s is nobody’s trouble',
  async (how) => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
    const refusal = { status: 429, code: 'rate/limited' };
    const reply = how === 'fails' ? 'no answer' : how === 'is refused' ? refusal : { data: null };
    const seen = answer('post', 'misc/client-reports', reply);
    await start();
    window.heard?.push(heard());
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    expect(JSON.stringify(seen[0]?.body)).not.toContain('0803');
    expect(seen[0]?.headers.get('authorization')).toBeNull();
    expect(seen[0]?.headers.get('content-type')).toBe('application/json');
  },
);

test('in development nothing is reported', async () => {
  document.head.innerHTML = `<script type="module" src="/src/main.tsx"></script>`;
  window.heard = [heard()];
  await start();
  expect(window.heard).toHaveLength(1);
});
