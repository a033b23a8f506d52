import type { Page } from 'playwright/test';

/** The email that `signUp` gives. */
const EMAIL = 'player@example.com';

/** The data that must not be found once the player of this page has gone (account.md#logout). */
export async function personalOf(page: Page, name: string, phone: string) {
  const session = await page.evaluate(() => localStorage.getItem('football-mastermind'));
  const national = phone.slice(1);
  return {
    token: JSON.parse(session ?? '{}').token as string,
    'phone with 0': phone,
    'phone with 234': `234${national}`,
    'ten digits': national,
    'grouped digits': national.replace(/^(...)(...)/, '$1 $2 '),
    name,
    email: EMAIL,
  };
}

/** Those of these things that a text contains. */
export function found(things: Record<string, string>, text: string): string[] {
  return Object.keys(things).filter((name) => text.includes(things[name] ?? ''));
}
