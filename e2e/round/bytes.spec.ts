import type { Request } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { comeHome, isOfflineReady } from '../support/player.ts';
import { answer, startRound } from '../support/round.ts';

const BUDGET_BYTES = 10 * 1024;

test('a whole round takes no more than 10 KB of data', async ({ page }, { annotations }) => {
  await comeHome(page, 'Ada');
  // What is there of the app is there before the round: each call from here on is the round's.
  await isOfflineReady(page);
  await page.waitForLoadState('networkidle');
  const requests: Request[] = [];
  page.context().on('requestfinished', (request) => requests.push(request));

  const questions = await startRound(page, 'English Premier League', 'Hard');
  for (let number = 1; number <= 10; number++) await answer(page, questions, number, true);
  await expect(page.getByText('Leaderboard updated successfully!')).toBeVisible();

  const calls = await Promise.all(requests.map(sizeOf));
  const overTheLine = calls.filter((call) => call !== null);
  const total = overTheLine.reduce((sum, { bytes }) => sum + bytes, 0);
  const lines = overTheLine.map(({ name, bytes }) => `${name} ${bytes}`);
  const figure = `one round, all calls: ${(total / 1024).toFixed(1)} KB (${lines.join(', ')})`;
  annotations.push({ type: 'figure', description: figure });
  process.stdout.write(`figure: ${figure}\n`);
  expect(lines.join()).toContain('POST /api/v2/points');
  expect(total).toBeLessThanOrEqual(BUDGET_BYTES);
});

/** What a call took, both ways, with its headers; `null` where it never came to the line. */
async function sizeOf(request: Request): Promise<{ name: string; bytes: number } | null> {
  const response = await request.response();
  if (!response || response.fromServiceWorker()) return null;
  const sizes = await request.sizes();
  const bytes =
    sizes.requestHeadersSize +
    sizes.requestBodySize +
    sizes.responseHeadersSize +
    sizes.responseBodySize;
  return { name: `${request.method()} ${new URL(request.url()).pathname}`, bytes };
}
