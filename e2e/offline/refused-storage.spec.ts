import { expect, test } from '../support/fixtures.ts';
import { comeHome, isOfflineReady, signUp } from '../support/player.ts';
import { answer, leaveRound, startRound } from '../support/round.ts';

test.use({ serviceWorkers: 'allow' });

const REFUSALS = {
  'IndexedDB is blocked': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
  },
  'local storage is blocked': () => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  },
  'IndexedDB never answers': () => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  },
  'locks are refused': () => {
    LockManager.prototype.request = () => Promise.reject(new DOMException('no', 'SecurityError'));
  },
  'storage is full': () => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    Storage.prototype.setItem = refuse;
    IDBObjectStore.prototype.put = refuse;
  },
};

/** Where local storage takes nothing, the player has to sign up on the page itself. */
const KEEP_NO_SESSION = ['local storage is blocked', 'storage is full'];

for (const [hardship, refuse] of Object.entries(REFUSALS)) {
  test(`a round can be played where ${hardship}`, async ({ page }) => {
    await page.addInitScript(refuse);
    await (KEEP_NO_SESSION.includes(hardship) ? signUp : comeHome)(page, 'Ada');
    const questions = await startRound(page, 'Ligue 1', 'Easy');
    await answer(page, questions, 1, true);
    await leaveRound(page);
    await expect(page.getByText('Leaderboard updated successfully!')).toBeVisible();
    await page.goBack();
    await expect(page.getByText('49 plays left')).toBeVisible();
  });
}

test.describe('a first visit whose line drops before everything is there', () => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] });

  test('keeps the landing page, says so, and goes on when it is back', async ({ page }) => {
    const behind = /\/assets\/(background|behind|get-started-dialog)-.*\.js$/;
    await page.route(behind, (route) => route.abort());
    await page.goto('/');
    await page.getByRole('button', { name: 'Get started' }).click();
    await expect(page.getByText('No network. Check your connection and try again.')).toBeVisible();
    await page.unroute(behind);
    await page.getByRole('button', { name: 'Get started' }).click();
    await expect(page.getByLabel('Phone number')).toBeVisible();
    // What loads behind the first screen came as well, without a reload.
    await isOfflineReady(page);
  });

  test('keeps the dashboard when the outbox cannot be fetched yet', async ({ page }) => {
    const outbox = /\/assets\/outbox-host-.*\.js$/;
    await page.route(outbox, (route) => route.abort());
    await comeHome(page, 'Bola');
    await expect(page.getByRole('button', { name: 'La Liga' })).toBeVisible();
    await page.unroute(outbox);
    const questions = await startRound(page, 'La Liga', 'Easy');
    await answer(page, questions, 1, true);
  });
});
