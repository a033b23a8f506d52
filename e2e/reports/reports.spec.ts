import type { Page, Worker } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { isOfflineReady } from '../support/player.ts';

test.use({ serviceWorkers: 'allow', expectedErrors: [/no player/] });

/** Makes a script of the app fail on the page or in its worker, in a promise without a handler. */
function fail(page: Pick<Worker, 'evaluate'>, script = 'assets/quiz-AbCdEf12.js'): Promise<void> {
  return page.evaluate((name) => {
    const error = new TypeError('no player 0803 000 0055 of ada@example.com');
    error.stack = `${error}\n    at play (${location.origin}/${name}:1:2345)`;
    setTimeout(() => {
      throw error;
    });
  }, script);
}

/** The player switches to another app: the page stays open for a while. */
function hide(page: Page): Promise<void> {
  return page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
}

test('an error on a phone reaches the operator, without the number in its text', async ({
  page,
  server,
}) => {
  await page.goto('/');
  await fail(page);
  // The reporting code has loaded by then; the first failure came before.
  await isOfflineReady(page);
  await fail(page);
  await hide(page);

  const reported = () => server.command(['reports']);
  await expect
    .poll(reported)
    .toEqual(
      expect.arrayContaining(['    TypeError: no player * of *', '    quiz-AbCdEf12.js:1:2345']),
    );
  const lines = await reported();
  expect(lines.join('\n')).toMatch(
    /^2 × [\w-]{8}, .*, page \/, first on \d+\.\d+\.\d+, Chrome \d+/,
  );
  expect(lines.join('\n')).toMatch(/FCP: three of four visits within \d+ ms, of \d/);
  const metrics = await (await page.request.get(`${server.url}/metrics`)).text();
  expect(metrics).toMatch(/^fom_client_errors_total\{build="[\w-]{8}"\} 2$/m);
  expect(metrics).toMatch(/^fom_client_vitals_count\{name="FCP"\} \d$/m);
  // Figures may have the same digits within a number, or after its point.
  expect(`${lines} ${metrics}`).not.toMatch(/(?<![\d.])(0803|0055)|ada@/);
});

test('an error in the worker is reported by the page', { tag: '@full' }, async ({
  page,
  context,
  server,
}) => {
  await page.goto('/faqs');
  await isOfflineReady(page);
  const told = page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    navigator.serviceWorker.addEventListener('message', () => resolve());
    return promise;
  });
  for (const worker of context.serviceWorkers()) await fail(worker, 'sw.js');
  await told;
  await hide(page);
  await expect.poll(() => server.command(['reports'])).toContain('    sw.js:1:2345');
  expect((await server.command(['reports'])).join('\n')).toMatch(/^1 × .*, worker \/faqs/m);
});

test('an error of an extension is not reported', { tag: '@full' }, async ({ page, server }) => {
  await page.goto('/faqs');
  await isOfflineReady(page);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('no player for the extension');
    });
  });
  const told = page.waitForResponse(/client-reports/);
  await hide(page);
  expect((await told).status()).toBe(200);
  expect((await server.command(['reports'])).join()).not.toContain('extension');
});
