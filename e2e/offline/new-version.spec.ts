import { join } from 'node:path';
import { RETIRED_WORKER } from '../../server/http/assets.ts';
import { changeFile } from '../support/builds.ts';
import { expect } from '../support/fixtures.ts';
import { testOnCopy as test } from '../support/own-server.ts';
import { comeHome, isHome, isOfflineReady } from '../support/player.ts';
import { answer, leaveRound, startRound } from '../support/round.ts';

test.use({ serviceWorkers: 'allow' });

test('a new version is offered, never during a round, and taken over when asked', async ({
  page,
  home,
}) => {
  await comeHome(page, 'Ada');
  await isOfflineReady(page);
  const questions = await startRound(page, 'La Liga', 'Hard');
  await changeFile(join(home, 'dist/sw.js'), (text) => `${text}\n// the next version\n`);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return registration?.waiting?.state;
      }),
    )
    .toBe('installed');
  await answer(page, questions, 1, true);
  await expect(page.getByText('New version ready')).toBeHidden();

  await leaveRound(page);
  await page.getByRole('button', { name: 'Go Home' }).click();
  await expect(page.getByText('New version ready')).toBeVisible();
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: 'Update' }).click(),
  ]);
  await isHome(page);
  await expect(page.getByText('New version ready')).toBeHidden();
  const waiting = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.waiting ?? null;
  });
  expect(waiting).toBeNull();
});

test('a retired worker takes the copy and itself away; the game goes on from the network', {
  tag: '@full',
}, async ({ page, home }) => {
  await comeHome(page, 'Ada');
  await isOfflineReady(page);
  await changeFile(join(home, 'dist/sw.js'), () => RETIRED_WORKER);
  await page.reload();
  await isHome(page);
  await expect
    .poll(() =>
      page.evaluate(async () => [
        (await navigator.serviceWorker.getRegistrations()).length,
        (await caches.keys()).length,
      ]),
    )
    .toEqual([0, 0]);
  const questions = await startRound(page, 'La Liga', 'Hard');
  await answer(page, questions, 1, true);
});
