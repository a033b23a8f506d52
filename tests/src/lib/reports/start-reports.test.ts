import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clientReportsSchema } from '../../../../src/contract/client-reports.ts';
import { answer } from '../../../support/fake-api.ts';

vi.mock('web-vitals', () => ({
  onCLS: (note: (metric: object) => void) => note({ name: 'CLS', value: 0.01234 }),
  onFCP: () => undefined,
  onINP: () => undefined,
  onLCP: (note: (metric: object) => void) => note({ name: 'LCP', value: 1800.4 }),
  onTTFB: () => undefined,
}));
vi.mock('../../../../src/config/env.ts', async (original) => {
  const { env } = await original<typeof import('../../../../src/config/env.ts')>();
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
  document.head.innerHTML = `<script type="module" src="/assets/index-CoFz9d9I.js"></script>`;
  Object.assign(performance, { getEntriesByType: () => [] });
});
afterEach(() => {
  document.head.innerHTML = '';
  delete window.heard;
  vi.unstubAllGlobals();
});

async function start() {
  const { startReports } = await import('../../../../src/lib/reports/start-reports.ts');
  startReports();
}

const leave = () => dispatchEvent(new Event('pagehide'));

test('what was heard before and after goes with the vitals as the page is left', async () => {
  const seen = answer('post', 'misc/client-reports', { data: null });
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
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  const body = v.parse(clientReportsSchema, seen[0]?.body);
  expect(body.build).toBe('CoFz9d9I');
  expect(body.reports).toMatchObject([
    { kind: 'error', route: '/home', message: 'TypeError: no *', count: 2 },
    { kind: 'vital', name: 'CLS', value: 0.012, route: '/' },
    { kind: 'vital', name: 'LCP', value: 1800 },
  ]);
  expect(JSON.stringify(seen[0]?.body)).not.toContain('0803');
  expect(seen[0]?.headers.get('authorization')).toBeNull();
});

test('on a phone that saves data errors alone are told', async () => {
  vi.stubGlobal('navigator', { onLine: true, userAgent: '', connection: { saveData: true } });
  const seen = answer('post', 'misc/client-reports', { data: null });
  await start();
  window.heard?.push(heard());
  leave();
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  expect(seen[0]?.body).toMatchObject({ reports: [{ kind: 'error' }] });
});

test('a report that fails is nobody’s trouble', async () => {
  answer('post', 'misc/client-reports', 'no answer');
  await start();
  window.heard?.push(heard());
  leave();
  await new Promise((done) => setTimeout(done));
  expect(window.heard).toHaveLength(0);
});

test('in development nothing is reported', async () => {
  document.head.innerHTML = `<script type="module" src="/src/main.tsx"></script>`;
  window.heard = [heard()];
  await start();
  expect(window.heard).toHaveLength(1);
});
