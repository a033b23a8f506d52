import type { Page } from 'playwright/test';

/** Changes the session as another tab would: the app follows at once. */
export async function changeSession(
  page: Page,
  change: (session: Record<string, unknown>) => void,
): Promise<void> {
  const key = 'football-mastermind';
  const kept = await page.evaluate((name) => localStorage.getItem(name), key);
  const session = JSON.parse(kept ?? '{}');
  change(session);
  await page.evaluate(
    ([name = '', newValue = '']) => {
      localStorage.setItem(name, newValue);
      dispatchEvent(new StorageEvent('storage', { key: name, newValue }));
    },
    [key, JSON.stringify(session)],
  );
}
