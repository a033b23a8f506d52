import { expect, test } from '../support/fixtures.ts';
import { comeHome, isOfflineReady } from '../support/player.ts';

test.use({ serviceWorkers: 'allow' });

/** A read is retried three times, after 1, 2 and 4 s (errors.md#retries). */
const RETRIES = 3;
const STEP_MS = 1000;

const READS = [
  { path: '/home', call: '/api/v2/points/user-points' },
  { path: '/leaderboard', call: '/api/v2/points/tournament/leaderboard?tier=1' },
];

for (const { path, call } of READS) {
  test(`${path} shows its copy without a line for as long as it takes, with no error`, {
    tag: '@full',
  }, async ({ page, relay }) => {
    await comeHome(page, 'Ada');
    await page.waitForLoadState('networkidle');
    await page.goto('/leaderboard');
    await expect(
      page.getByText('No leaderboard yet').or(page.getByRole('list').first()),
    ).toBeVisible();
    await isOfflineReady(page);
    await page.clock.install();
    relay.cut();
    let failures = 0;
    page.on('requestfailed', (request) => {
      if (request.url().endsWith(call)) failures += 1;
    });
    await page.goto(path);
    await expect
      .poll(async () => {
        await page.clock.runFor(STEP_MS);
        return failures;
      })
      .toBe(1 + RETRIES);
    await expect(page.getByText('No network')).toBeVisible();
    await expect(page.getByText(/^This is from /)).toBeVisible();
  });
}
