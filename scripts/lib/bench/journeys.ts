/// <reference lib="dom" />
import type { BrowserContext, Page } from 'playwright';
import type { Relay } from '../../../tests/support/relay.ts';

/** The figures that are measured, with their budgets on the slow line: in milliseconds, or bytes. */
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

/** Somebody quick needs so long for a number, and for an email and a name, in milliseconds. */
const TYPES_NUMBER_MS = 3000;
const TYPES_DETAILS_MS = 7000;

/** A returning player looks around for so long at least, in milliseconds. */
const LOOKS_MS = 5000;

/** A step that takes longer is broken. */
const PATIENCE_MS = 120_000;

/** Each begins on a phone that knows nothing. */
export const JOURNEYS = [lookOnly, signUpAndPlay, comeByLink];

/** Somebody who opens the page and waits until it plays without a line. */
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

/** A new player who goes on as soon as each screen lets them, plays, and comes back. */
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

  // The next start shows first the part that is left in sight now.
  await reopen(context);
  note('dashboard reopened', await reopen(context));
  relay.cut();
  note('dashboard reopened, no line', await reopen(context));
  relay.restore();
}

/** A text message's link: the number is in it. */
async function comeByLink({ context, note }: Visit): Promise<void> {
  const page = await slowPage(context);
  await page.goto(`/login?msisdn=${newPhone().replace(/^0/, '234')}`, { waitUntil: 'commit' });
  await openLevel(page);
  await press(page, 'button', 'Tap to start now');
  note('link → first question tappable', await seen(page, 'article button', ''));
}

/** Presses a competition and its first level; gives when the level was pressed. */
async function openLevel(page: Page): Promise<number> {
  await press(page, 'button', 'La Liga');
  return press(page, 'button', 'Easy');
}

async function reopen(context: BrowserContext): Promise<number> {
  const page = await slowPage(context);
  await page.goto('/home', { waitUntil: 'commit' });
  const usableAt = await seen(page, 'button', 'La Liga');
  await page.waitForTimeout(LOOKS_MS);
  // A page that is closed outright gets no event, and what it keeps on the way to another site may be
  // lost with its process. A file of its own site, which the copy has, avoids both.
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
 * The time at which a part with this text can be seen and pressed: milliseconds since its page was
 * asked for.
 */
async function seen(page: Page, selector: string, text: string): Promise<number> {
  return look(page, { selector, text, isPressed: false });
}

/**
 * Presses a part as soon as it can be, as a key does; gives when. From within the page: a driver
 * that reads the names of all parts first takes half a second of a slow phone's time.
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

/** Runs on the page. */
function largestPaint(): Promise<{ first: number; largest: number }> {
  const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      resolve({ first, largest: list.getEntries().at(-1)?.startTime ?? first });
    }).observe({ type: 'largest-contentful-paint', buffered: true } as object);
  });
}

let numbers = 0;

/** A number that nobody has, and that the sandbox lets in. */
function newPhone(): string {
  numbers += 1;
  return `0803${(30_000 + numbers) * 100 + 55}`;
}
