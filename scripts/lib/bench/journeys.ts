/// <reference lib="dom" />
import type { BrowserContext, Page } from 'playwright';
import type { Relay } from '../../../tests/support/relay.ts';

/** The measured figures, with their budgets on the slow network, in milliseconds or bytes. */
export const LIMITS = {
  'landing, first paint': 1500,
  'landing, largest paint': 1500,
  'offline copy whole': 10_000,
  'offline copy, received': 260_000,
  '‘Get started’ answers': 3500,
  'Enter → dashboard usable, new player': 2500,
  'level tapped → questions on the phone': 1500,
  'dashboard reopened': 800,
  'dashboard reopened, no line': 800,
  'link → first question tappable': 8000,
} as const;

export type Moment = keyof typeof LIMITS;

type Visit = {
  context: BrowserContext;
  relay: Relay;
  note: (moment: Moment, value: number) => void;
};

const CPU_SLOWDOWN = 6;

/** How long a quick player takes to type a number, and an email and a name, in milliseconds. */
const TYPES_NUMBER_MS = 3000;
const TYPES_DETAILS_MS = 7000;

/** How long a returning player looks around at least, in milliseconds. */
const LOOKS_MS = 5000;

/** A step that takes longer than this has failed. */
const PATIENCE_MS = 120_000;

/** The measured journeys. Each begins on a phone that has never opened the app. */
export const JOURNEYS = [lookOnly, signUpAndPlay, comeByLink];

/** A visitor who opens the page and waits until the game works offline. */
async function lookOnly({ context, relay, note }: Visit): Promise<void> {
  const page = await slowPage(context);
  await page.goto('/', { waitUntil: 'commit' });
  const wholeAt = await page.evaluate(() =>
    navigator.serviceWorker.ready.then(() => performance.now()),
  );
  note('offline copy whole', wholeAt);
  note('offline copy, received', relay.passed.down);
  const paints = await page.evaluate(largestPaint);
  note('landing, first paint', paints.first);
  note('landing, largest paint', paints.largest);
}

/** A new player who takes each step as soon as the screen allows it, plays, and comes back. */
async function signUpAndPlay({ context, relay, note }: Visit): Promise<void> {
  const page = await slowPage(context);
  await page.goto('/', { waitUntil: 'commit' });
  await seen(page, 'button', 'Get started');
  await page.getByRole('button', { name: 'Get started' }).click();
  note('‘Get started’ answers', await seen(page, 'label', 'Phone number'));
  await page.waitForTimeout(TYPES_NUMBER_MS);
  await page.getByLabel('Phone number').fill(newPhone());
  await page.getByRole('button', { name: 'Enter' }).press('Enter');
  await page.getByLabel('Email').waitFor();
  await page.waitForTimeout(TYPES_DETAILS_MS);
  await page.getByLabel('Email').fill('player@example.com');
  await page.getByLabel('Username').fill('Ada');
  await page.getByLabel('I am 18 or older').check();
  const enteredAt = await now(page);
  await page.getByRole('button', { name: 'Enter' }).press('Enter');
  note('Enter → dashboard usable, new player', (await seen(page, 'button', 'La Liga')) - enteredAt);
  const tappedAt = await openLevel(page);
  note(
    'level tapped → questions on the phone',
    (await seen(page, 'button', 'Tap to start')) - tappedAt,
  );
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.close();

  // This start is not measured. When its page is left, the app keeps the part in sight, which the next start
  // shows first.
  await reopen(context);
  note('dashboard reopened', await reopen(context));
  relay.cut();
  note('dashboard reopened, no line', await reopen(context));
  relay.restore();
}

/** A player who comes by the link of a text message, which has their number. */
async function comeByLink({ context, note }: Visit): Promise<void> {
  const page = await slowPage(context);
  await page.goto(`/login?msisdn=${newPhone().replace(/^0/, '234')}`, { waitUntil: 'commit' });
  await openLevel(page);
  await press(page, 'button', 'Tap to start now');
  note('link → first question tappable', await seen(page, 'article button', ''));
}

/** Presses a competition and its first level. Gives when the level was pressed. */
async function openLevel(page: Page): Promise<number> {
  await press(page, 'button', 'La Liga');
  return press(page, 'button', 'Easy');
}

async function reopen(context: BrowserContext): Promise<number> {
  const page = await slowPage(context);
  await page.goto('/home', { waitUntil: 'commit' });
  const usableAt = await seen(page, 'button', 'La Liga');
  await page.waitForTimeout(LOOKS_MS);
  // A page that is simply closed gets no event, and what it stores while another site is opened may be lost
  // with its process. So a file of its own site, which the offline copy has, is opened first.
  await page.goto('/favicon.svg');
  await page.close();
  return usableAt;
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return page;
}

const now = (page: Page) => page.evaluate(() => performance.now());

/**
 * Waits until a part with this text can be seen and pressed. Gives the milliseconds since the page's request.
 */
async function seen(page: Page, selector: string, text: string): Promise<number> {
  return look(page, { selector, text, isPressed: false });
}

/**
 * Presses a part as soon as possible, as a key would, and gives when. This is done from within the page,
 * because a driver that first reads the names of all parts takes half a second of a slow phone's time.
 */
async function press(page: Page, selector: string, text: string): Promise<number> {
  return look(page, { selector, text, isPressed: true });
}

type Look = { selector: string; text: string; isPressed: boolean };

async function look(page: Page, what: Look): Promise<number> {
  const at = await page.waitForFunction(
    ({ selector, text, isPressed }) => {
      const found = [...document.querySelectorAll<HTMLElement>(selector)].find(
        (part) =>
          part.textContent?.includes(text) &&
          part.getClientRects().length > 0 &&
          !part.matches(':disabled, [aria-disabled=true], [inert] *'),
      );
      if (!found) return false;
      const at = performance.now();
      if (isPressed) found.click();
      return at;
    },
    what,
    { polling: 'raf' },
  );
  return Number(await at.jsonValue());
}

/** Reads the times of the first and the largest paint. Runs on the page. */
function largestPaint(): Promise<{ first: number; largest: number }> {
  const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      resolve({ first, largest: list.getEntries().at(-1)?.startTime ?? first });
    }).observe({ type: 'largest-contentful-paint', buffered: true } as object);
  });
}

let numbers = 0;

/** Makes a number that no player has, and that the sandbox accepts. */
function newPhone(): string {
  numbers += 1;
  return `0803${(30_000 + numbers) * 100 + 55}`;
}
