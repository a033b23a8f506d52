import { randomUUID } from 'node:crypto';
import { type APIResponse, expect, type Page, type Response } from 'playwright/test';
import { type Api, apiOver, yesOf } from '../../scripts/lib/player/call.ts';
import { makeAccount, Player, planCall } from '../../scripts/lib/player/player.ts';
import type { User } from '../../src/contract/user.ts';
import { to234Form } from '../../src/rules/phone.ts';
import { secondLineLength } from '../../tests/support/second-line.ts';
import { changeSession } from './session.ts';

let numbers = 0;

/** A number that no other test on this worker's server has: 0803, then seven digits that end in 50 to 99. */
export function newPhone(): string {
  numbers += 1;
  const serial = (10_000 + numbers) * 100 + 50 + (numbers % 50);
  return `0803${serial}`;
}

/** Signs a new player up through the landing page, up to the dashboard. */
export async function signUp(page: Page, name: string, phone = newPhone()): Promise<string> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Get started' }).click();
  await page.getByLabel('Phone number').fill(phone);
  await page.getByRole('button', { name: 'Enter' }).click();
  await page.getByLabel('Email').fill('player@example.com');
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('I am 18 or older').check();
  await page.getByRole('button', { name: 'Enter' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await isHome(page);
  return phone;
}

/** How a player's calls reach the server of a page. */
export function apiOf(page: Page): Api {
  return apiOver(async ({ method, path, headers, body }) => {
    const isForm = body instanceof FormData;
    const reply = await page.request.fetch(path, {
      method,
      headers,
      ...(body && (isForm ? { multipart: body } : { data: body })),
    });
    return { status: reply.status(), headers: reply.headers(), body: await reply.json() };
  });
}

/** A new player at the server, of whom the phone knows nothing. */
export async function makePlayer(
  page: Page,
  name: string,
  phone = newPhone(),
  email = 'player@example.com',
): Promise<PagePlayer> {
  const api = apiOf(page);
  const account = await makeAccount(api, { phone, name, email });
  return Object.assign(new Player(api, account), { user: account.user });
}

/** A player, and what the server told of them. */
type PagePlayer = Player & { user: User };

/** Adds the bank account that a round's results ask for, which no other player brings; gives its number. */
export async function addOwnBank(player: Player): Promise<string> {
  const acctNumber = `${player.phone.slice(-9)}5`;
  await player.addBank(acctNumber);
  return acctNumber;
}

/**
 * Opens the dashboard as a new player with a bank account, whose phone already remembers them. The
 * tests of sign-in show the steps before.
 */
export async function comeHome(
  page: Page,
  name: string,
  givenPhone?: string,
  email?: string,
): Promise<string> {
  const phone = await comeTo(page, '/home', name, givenPhone, email);
  await isHome(page);
  return phone;
}

/** The same with another page than the dashboard, which is then not visited. */
export async function comeTo(
  page: Page,
  path: string,
  name: string,
  givenPhone?: string,
  email?: string,
  known: Known = {},
): Promise<string> {
  const player = await makePlayer(page, name, givenPhone, email);
  await addOwnBank(player);
  return comeAs(page, path, player, { hasBank: true, ...known });
}

/** The dashboard of a new player without a bank account. */
export async function comeHomeWithoutBank(page: Page, name: string): Promise<string> {
  const phone = await comeWithoutBank(page, '/home', name);
  await isHome(page);
  return phone;
}

/** Another page of a new player without a bank account. */
export async function comeWithoutBank(page: Page, path: string, name: string): Promise<string> {
  return comeAs(page, path, await makePlayer(page, name), { hasBank: false });
}

/** The phone's memory of a player that the server does not have. */
type Known = { hasBank?: boolean; createdAt?: string };

/** A page of a player, whose phone already remembers them. */
export async function comeAs(
  page: Page,
  path: string,
  player: PagePlayer,
  known: Known,
): Promise<string> {
  await rememberAs(page, player, known);
  await openFirst(page, path);
  return player.phone;
}

/**
 * Makes the phone remember a new player with a bank account without opening a page, for
 * preparations on the phone or server before the first one.
 */
export async function rememberPlayer(
  page: Page,
  name: string,
  givenPhone?: string,
  known: Known = {},
): Promise<string> {
  const player = await makePlayer(page, name, givenPhone);
  await addOwnBank(player);
  await rememberAs(page, player, { hasBank: true, ...known });
  return player.phone;
}

async function rememberAs(page: Page, player: PagePlayer, known: Known): Promise<void> {
  const asking = planCall(to234Form(player.phone));
  const reply = await player.call({ ...asking, key: randomUUID() });
  const told = reply.body.status ? yesOf(asking, reply).data : player.user;
  await remember(page, player, { ...told, ...known }, toldOf(player, reply.body.code));
}

/** The same for a player about whom the operator is not asked: no plan runs until one is paid. */
export async function comeHomeUnasked(page: Page, name: string, phone: string): Promise<void> {
  await page.route('**/airtime/verify/**', (route) =>
    route.fulfill({ json: { status: false, data: null, code: 'subscription/none' } }),
  );
  const player = await makePlayer(page, name, phone);
  await remember(page, player, player.user);
  await openFirst(page, '/home');
  await isHome(page);
}

/**
 * The app's one file that has a document's headers and runs nothing: the next page stays in its
 * process.
 */
const BARE = '/sw.js';

/**
 * Leaves the app's pages, and removes everything that they stored on the phone for longer than the
 * visit.
 */
export async function forgetAll(page: Page): Promise<void> {
  await page.goto(BARE);
  await page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
    localStorage.clear();
  });
}

/** The state of a plan that the operator did not confirm, by the code of its answer. */
const KINDS: Record<string, string> = {
  'subscription/refused': 'refused',
  'subscription/pending': 'pending',
};

/** The phone keeps what it was told of the plan. */
function toldOf({ id }: Player, code = ''): Record<string, string> {
  const kind = KINDS[code];
  if (kind === undefined) return {};
  const plan = { playerId: String(id), kind, plan: 'weekly', askedAt: Date.now() };
  return { 'fom-subscription': JSON.stringify(plan) };
}

/** Has the phone remember a player, and nothing else. */
async function remember(
  page: Page,
  { token }: Player,
  user: User,
  more: Record<string, string> = {},
): Promise<void> {
  const session = { user, token, isLoggedIn: true, network: user.network };
  await forgetAll(page);
  await page.evaluate(
    (kept) => {
      for (const [key, text] of Object.entries(kept)) localStorage.setItem(key, text);
    },
    { 'football-mastermind': JSON.stringify(session), ...more },
  );
}

/** Opens the first page of a phone that remembers a player. */
export async function openFirst(page: Page, path: string): Promise<void> {
  // The bare file leaves no history entry for Back.
  await page.evaluate((first) => void setTimeout(() => location.replace(first)), path);
  await page.waitForURL(`**${path}`);
}

/** The service worker has the whole offline copy of the app, including its second line. */
export async function isOfflineReady(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => secondLineKept(page)).toBe(secondLineLength());
}

/** The number of stored files of the second line. */
function secondLineKept(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const cache = await caches.open('fom-second-line');
    return (await cache.keys()).length;
  });
}

/** Asks the server itself, as the player of this page. */
export async function askServer<Data>(page: Page, serverUrl: string, path: string): Promise<Data> {
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('football-mastermind') ?? '{}').token,
  );
  const reply = await page.request.get(`${serverUrl}/api/v2/${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return dataOf<Data>(reply);
}

/** The player's points of this week, as the server has them. */
export async function pointsOnServer(page: Page, serverUrl: string): Promise<number> {
  const data = await askServer<{ user: { highScore: number } }>(
    page,
    serverUrl,
    'points/user-points',
  );
  return data.user.highScore;
}

/** The dashboard is there: a player's first one asks to pick, every other one to choose. */
export async function isHome(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: / a competition$/ })).toBeVisible();
}

/** The number next to one of the dashboard's words: plays left, points this week. */
export function dashboardFigure(page: Page, word: string) {
  return page.getByRole('main').getByText(new RegExp(`^[\\d,]+ ${word}$`));
}

/** The data of a reply. */
export async function dataOf<Data>(reply: Response | APIResponse): Promise<Data> {
  const { data } = (await reply.json()) as { data: Data };
  return data;
}

/** Gives the signed-in player of a page an account of this many days, as the server reports it. */
export async function ageAccount(page: Page, days: number): Promise<void> {
  const createdAt = new Date(Date.now() - days * 86_400_000).toISOString();
  // A pending reply would bring the account's own date back.
  await page.waitForLoadState('networkidle');
  await page.route('**/api/v2/payments/subscription/**', async (route) => {
    try {
      const response = await route.fetch();
      const { data, ...reply } = await response.json();
      await route.fulfill({ response, json: { ...reply, data: data && { ...data, createdAt } } });
    } catch {
      // The page that asked has been left.
    }
  });
  await changeSession(page, ({ user }) => {
    Object.assign(user as object, { createdAt });
  });
}
