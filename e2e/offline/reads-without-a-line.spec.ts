import { expect, test } from '../support/fixtures.ts';
import { comeHome, isOfflineReady } from '../support/player.ts';

test.use({ serviceWorkers: 'allow' });

/** A read is tried three times more, after 1, 2 and 4 s (flows.md#retries). */
const RETRIES = 3;
const PAST_A_WAIT_MS = 5000;

const READS = [
  { path: '/home', call: '/api/v2/points/user-points' },
  { path: '/leaderboard', call: '/api/v2/points/tournament/leaderboard?tier=1' },
];

for (const { path, call } of READS) {
  test(`${path} shows its copy without a line for as long as it takes, with no error`, async ({
    page,
    relay,
  }) => {
    await comeHome(page, 'Ada');
    await page.waitForLoadState('networkidle');
    await page.goto('/leaderboard');
    await expect(
      page.getByText('No leaderboard yet').or(page.getByRole('list').first()),
    ).toBeVisible();
    await isOfflineReady(page);
    await page.clock.install();
    relay.cut();
    const failed = () =>
      page.waitForEvent('requestfailed', (request) => request.url().endsWith(call));
    const first = failed();
    await page.goto(path);
    await first;
    for (let retry = 1; retry <= RETRIES; retry++) {
      const again = failed();
      await page.clock.runFor(PAST_A_WAIT_MS);
      await again;
    }
    await expect(page.getByText('You are offline')).toBeVisible();
    await expect(page.getByText(/^Saved at/)).toBeVisible();
  });
}
