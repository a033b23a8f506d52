import { expect, test } from '../support/fixtures.ts';
import { restInFull } from '../support/full.ts';
import { comeHome, isOfflineReady, signUp } from '../support/player.ts';
import { answer, leaveRound, startRound } from '../support/round.ts';
import { breakStorage, database, type StorageFault } from '../support/storage-faults.ts';

test.use({ serviceWorkers: 'allow' });

const FORGETS_PLAYER = 'This phone cannot remember you. You will have to sign in again next time.';
const FORGETS_GAME = 'This phone cannot save your game. Keep it open until the end.';

type Hardship = {
  faults: StorageFault[];
  /** The messages about storage that the player reads. */
  said: string[];
  /** If no session can be stored or read, the player must sign up on the page itself. */
  signsUp?: true;
};

const HARDSHIPS: Record<string, Hardship> = {
  'IndexedDB is blocked': { faults: [database('access', 'throws')], said: [FORGETS_GAME] },
  'IndexedDB never opens': { faults: [database('open', 'is silent')], said: [FORGETS_GAME] },
  'IndexedDB never ends a write': {
    faults: [database('writes', 'is silent')],
    said: [FORGETS_GAME],
  },
  // The written data is there when the phone reads it again.
  'IndexedDB gives nothing back': { faults: [database('reads', 'throws')], said: [] },
  'local and session storage are blocked': {
    faults: [
      { store: 'localStorage', what: 'access' },
      { store: 'sessionStorage', what: 'access' },
    ],
    said: [FORGETS_PLAYER],
    signsUp: true,
  },
  // The player is already stored there, and the game in IndexedDB.
  'local storage takes nothing more': {
    faults: [
      { store: 'localStorage', what: 'writes' },
      { store: 'localStorage', what: 'removals' },
    ],
    said: [],
  },
  'all storage is full from the first visit on': {
    faults: [{ store: 'localStorage', what: 'writes' }, database('writes', 'is full')],
    said: [FORGETS_PLAYER, FORGETS_GAME],
    signsUp: true,
  },
};

for (const [index, [hardship, { faults, said, signsUp }]] of Object.entries(HARDSHIPS).entries()) {
  test(
    `a round is played and counts where ${hardship}; the player is warned once`,
    restInFull(index),
    async ({ page }) => {
      await page.addInitScript(breakStorage, faults);
      await page.addInitScript(noteTexts, [FORGETS_PLAYER, FORGETS_GAME]);
      await (signsUp ? signUp : comeHome)(page, 'Ada');
      const questions = await startRound(page, 'Ligue 1', 'Easy');
      await answer(page, questions, 1, true);
      await answer(page, questions, 2, true);
      await leaveRound(page);
      await expect(page.getByText('Leaderboard updated successfully!')).toBeVisible();
      await page.goBack();
      await expect(page.getByText('49 plays left')).toBeVisible();
      expect((await page.evaluate(() => window.noted ?? [])).sort()).toEqual(said.sort());
    },
  );
}

test('a round goes on and counts where the phone closes its databases without a word', {
  tag: '@full',
}, async ({ page }) => {
  await page.addInitScript(() => {
    const opened: IDBDatabase[] = [];
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (this: IDBFactory, ...rest: [string]) {
      const request = open.apply(this, rest);
      request.addEventListener('success', () => opened.push(request.result));
      return request;
    };
    window.closeDatabases = () => {
      for (const one of opened.splice(0)) one.close();
    };
  });
  await page.addInitScript(noteTexts, [FORGETS_PLAYER, FORGETS_GAME]);
  const close = () => page.evaluate(() => window.closeDatabases?.());
  await comeHome(page, 'Ada');
  await close();
  const questions = await startRound(page, 'Ligue 1', 'Easy');
  await answer(page, questions, 1, true);
  await close();
  await answer(page, questions, 2, true);
  await page.reload();
  await close();
  await answer(page, questions, 3, true);
  await close();
  await leaveRound(page);
  await expect(page.getByText('Leaderboard updated successfully!')).toBeVisible();
  expect(await page.evaluate(() => window.noted ?? [])).toEqual([]);
});

test('a round can be played where locks are refused', { tag: '@full' }, async ({ page }) => {
  await page.addInitScript(() => {
    LockManager.prototype.request = () => Promise.reject(new DOMException('no', 'SecurityError'));
  });
  await comeHome(page, 'Ada');
  const questions = await startRound(page, 'Ligue 1', 'Easy');
  await answer(page, questions, 1, true);
});

declare global {
  interface Window {
    noted?: string[];
    closeDatabases?: () => void;
  }
}

/** Records each time that one of these texts appears on the page, however short. */
function noteTexts(texts: readonly string[]): void {
  const noted: string[] = [];
  window.noted = noted;
  const isThere = new Set<string>();
  new MutationObserver(() => {
    for (const text of texts) {
      const isNow = document.body?.textContent?.includes(text) ?? false;
      if (isNow && !isThere.has(text)) noted.push(text);
      if (isNow) isThere.add(text);
      else isThere.delete(text);
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

test.describe('a first visit whose line drops before everything is there', () => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] });

  test('keeps the landing page, says so, and goes on when it is back', { tag: '@full' }, async ({
    page,
  }) => {
    const behind = /\/assets\/(background|behind|get-started-dialog)-.*\.js$/;
    await page.route(behind, (route) => route.abort());
    await page.goto('/');
    await page.getByRole('button', { name: 'Get started' }).click();
    await expect(page.getByText('No network. Check your connection and try again.')).toBeVisible();
    await page.unroute(behind);
    await page.getByRole('button', { name: 'Get started' }).click();
    await expect(page.getByLabel('Phone number')).toBeVisible();
    // The code after the first screen came as well, without a reload.
    await isOfflineReady(page);
  });

  test('keeps the dashboard when the outbox cannot be fetched yet', { tag: '@full' }, async ({
    page,
  }) => {
    const outbox = /\/assets\/outbox-host-.*\.js$/;
    await page.route(outbox, (route) => route.abort());
    await comeHome(page, 'Bola');
    await expect(page.getByRole('button', { name: 'La Liga' })).toBeVisible();
    await page.unroute(outbox);
    const questions = await startRound(page, 'La Liga', 'Easy');
    await answer(page, questions, 1, true);
  });
});
