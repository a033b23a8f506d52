import type { Page, Request } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { comeHome, isHome, isOfflineReady } from '../support/player.ts';
import { answer, startRound } from '../support/round.ts';
import { inKb, sizeOf } from '../support/sizes.ts';

test.use({ serviceWorkers: 'allow' });
// A measurement is never repeated.
test.describe.configure({ retries: 0 });

/** Questions are long or short, so the size of a round is the mean of some. */
const ROUNDS = 2;
const BUDGET_BYTES = { bothWays: 6 * 1024, received: 3 * 1024 };

/** Reads of the dashboard belong to no round: waits until all are done. */
async function dashboardRead(page: Page): Promise<void> {
  const last = await page.waitForResponse(/ondemand\/airtime\/verify/);
  await last.finished();
  await expect(page.getByRole('button', { name: 'Refresh' })).toHaveAttribute('aria-busy', 'false');
}

test(
  'a whole round takes no more than 6 KB of data, 3 KB of them received',
  { tag: '@full' },
  async ({ page }, { annotations }) => {
    await comeHome(page, 'Ada');
    // The rest of the app is loaded before the round, so each later call is the round's.
    await isOfflineReady(page);
    // The offer is requested once an hour, and belongs to no round.
    await page.getByRole('button', { name: 'Menu' }).click();
    const offered = page.waitForResponse(/\/misc\/config/);
    await page.getByRole('link', { name: 'How To Win' }).press('Enter');
    await offered;
    const firstRead = dashboardRead(page);
    await page.getByRole('button', { name: 'Back' }).press('Enter');
    await isHome(page);
    await firstRead;
    const requests: Request[] = [];
    // Reads of the dashboard belong to no round, even at the start of one.
    const isDashboards = (url: string) => /dailyplays|user-points|\/verify\//.test(url);
    const note = (request: Request) => isDashboards(request.url()) || requests.push(request);
    for (let round = 1; round <= ROUNDS; round++) {
      page.context().on('requestfinished', note);
      const questions = await startRound(page, 'English Premier League', 'Hard');
      for (let number = 1; number <= 10; number++) await answer(page, questions, number, true);
      await expect(page.getByText('Leaderboard updated successfully!')).toHaveCount(1);
      page.context().off('requestfinished', note);
      const nextRead = dashboardRead(page);
      await page.getByRole('button', { name: 'Go Home' }).click();
      await nextRead;
    }

    const calls = await Promise.all(requests.map(sizeOf));
    const overTheLine = calls.filter((call) => call !== null);
    const mean = (figures: number[]) => figures.reduce((all, one) => all + one, 0) / ROUNDS;
    const received = mean(overTheLine.map((call) => call.received));
    const bothWays = received + mean(overTheLine.map((call) => call.sent));
    const lines = overTheLine.map(
      ({ name, ...bytes }) => `${name} ${bytes.sent}/${bytes.received}`,
    );
    const figure = `one round, all calls: ${inKb(bothWays)}, ${inKb(received)} received (${lines.join(', ')})`;
    annotations.push({ type: 'figure', description: figure });
    process.stdout.write(`figure: ${figure}\n`);
    expect(lines.join()).toContain('POST /api/v2/points');
    expect(bothWays, figure).toBeLessThanOrEqual(BUDGET_BYTES.bothWays);
    expect(received, figure).toBeLessThanOrEqual(BUDGET_BYTES.received);
  },
);
