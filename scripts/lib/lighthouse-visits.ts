/// <reference lib="dom" />
import { chromium, type Page } from 'playwright';

/** Brings a page to where a player would be; gives the address that is judged. */
type Come = (page: Page, serverUrl: string) => Promise<string>;

/** A page that is judged. */
export type Visit = {
  name: string;
  isInstallable: boolean;
  /** Left out where nothing has to be done first. */
  come?: Come;
};

export const VISITS: readonly Visit[] = [
  { name: '/', isInstallable: true },
  { name: '/home', isInstallable: true, come: signIn },
  { name: 'quiz', isInstallable: false, come: startRound },
];

/** Leaves in a browser's own profile what a visit needs; gives the address that is judged. */
export async function prepare(come: Come, port: number, serverUrl: string): Promise<string> {
  const browser = await chromium.connectOverCDP(`http://localhost:${port}`);
  try {
    const page = await browser.contexts()[0]?.newPage();
    if (!page) throw new Error('The browser has no profile of its own.');
    const url = await come(page, serverUrl);
    await page.close();
    return url;
  } finally {
    await browser.close();
  }
}

let numbers = 0;

/** By an operator's link, as somebody who has never played; the phone has its copy of the app. */
async function signIn(page: Page, serverUrl: string): Promise<string> {
  numbers += 1;
  await page.goto(`${serverUrl}/login?msisdn=234803${(30_000 + numbers) * 100 + 55}`);
  await page.getByRole('button', { name: 'La Liga' }).waitFor();
  // Who comes by a link waits for the copy: it begins at once on any other page.
  await page.reload();
  await page.getByRole('button', { name: 'La Liga' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return page.url();
}

/** A round with a question on the table: its address goes on with it. */
async function startRound(page: Page, serverUrl: string): Promise<string> {
  await signIn(page, serverUrl);
  await page.getByRole('button', { name: 'La Liga' }).click();
  await page.getByRole('button', { name: /^Hard/ }).press('Enter');
  await page.getByRole('button', { name: 'Tap to start now' }).press('Enter');
  await page.getByRole('article').getByRole('button').first().waitFor();
  return page.url();
}
