import type { Page } from 'playwright/test';
import type { Relay } from '../../tests/support/relay.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  askServer,
  comeHome,
  dashboardFigure,
  isOfflineReady,
  pointsOnServer,
} from '../support/player.ts';
import { answer, startRound } from '../support/round.ts';

test.use({ serviceWorkers: 'allow' });
// A failure here is never retried, because a result or payment was lost or doubled.
test.describe.configure({ retries: 0 });

const DROPS = 20;
const KILLS = 5;

/** Ends every service worker, as a phone short of memory does. */
async function workerKiller(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const running = new Map<string, string>();
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, runningStatus } of versions) running.set(versionId, runningStatus);
  });
  await session.send('ServiceWorker.enable');
  return async () => {
    // A pending call restarts a worker, which is ended as well.
    await expect
      .poll(async () => {
        await session.send('ServiceWorker.stopAllWorkers');
        return [...running.values()].every((status) => status === 'stopped');
      })
      .toBe(true);
  };
}

/** Cuts the line, and restores it after the given steps. */
async function whileCut(relay: Relay, meanwhile: () => Promise<unknown>): Promise<void> {
  relay.cut();
  await meanwhile();
  relay.restore();
}

test(`a round through ${DROPS} drops and ${KILLS} worker kills counts exactly once`, async ({
  page,
  relay,
  server,
}) => {
  test.setTimeout(120_000);
  let drops = 0;
  let kills = 0;
  await comeHome(page, 'Ada');
  await isOfflineReady(page);
  const kill = await workerKiller(page);
  const questions = await startRound(page, 'English Premier League', 'Medium');

  for (let number = 1; number <= 10; number++) {
    await whileCut(relay, async () => {
      // The player returns to each question: by a reload from the phone's copy, or through the
      // dashboard, which fails to read its figures.
      if (number % 2 === 0) {
        await kill();
        kills += 1;
        await page.reload();
      } else {
        await page.goto('/home');
        await page.getByRole('button', { name: 'Go on' }).press('Enter');
      }
    });
    drops += 1;
    await whileCut(relay, () => answer(page, questions, number, number <= 7));
    drops += 1;
  }
  expect({ drops, kills }).toEqual({ drops: DROPS, kills: KILLS });

  await expect(page.getByText('7 of 10 right')).toBeVisible();
  await expect(page.getByText('Leaderboard updated successfully!')).toBeVisible({
    timeout: 40_000,
  });
  await page.getByRole('button', { name: 'Go Home' }).click();
  await expect(dashboardFigure(page, 'points this week')).toHaveText('70 points this week');
  await expect(page.getByRole('button', { name: '850 coins' })).toBeVisible();

  // No late attempt follows either.
  await kill();
  await page.reload();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText(/results? waiting/)).toHaveCount(0);
  expect(await pointsOnServer(page, server.url)).toBe(70);
  expect(await askServer(page, server.url, 'user/dailyplays')).toMatchObject({ count: 1 });
  await expect(page.getByRole('button', { name: '850 coins' })).toBeVisible();
});
