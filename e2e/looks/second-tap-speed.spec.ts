import type { CDPSession, Locator, Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { buyFromHeader, choose } from '../support/money.ts';
import { comeHome, newPhone } from '../support/player.ts';

const SLOWDOWNS = [1, 6];
/**
 * After the first tap, in milliseconds: the second of a double tap, and one by a player who has
 * seen the new control.
 */
const DOUBLE_MS = [60, 100, 140];
const MEANT_MS = [200, 300, 400];
const TRIALS = Number(process.env.TAP_TRIALS ?? 2);
/** Taps come as late as this machine delivers them. */
const LATE_MS = 25;
/**
 * A tap on a control that was visible this long is meant: the guard's 150 ms, and the duration of a
 * tap.
 */
const SEEN_MS = 190;

/** Two controls; the second appears near the place where the first is tapped. */
type Scene = { what: string; open: (page: Page) => Promise<Locator>; second: RegExp };

const SCENES: Scene[] = [
  {
    what: 'a level',
    open: async (page) => page.getByRole('button', { name: 'La Liga' }),
    second: /^Easy/,
  },
  {
    what: 'Pay by wallet',
    open: async (page) => {
      const packs = await buyFromHeader(page, 'Buy Coins');
      await packs.getByRole('tab', { name: 'Mobile money' }).press('Enter');
      await choose(page, /^750/);
      await packs.getByRole('button', { name: 'Continue' }).press('Enter');
      return page.getByRole('button', { name: 'Yes, continue' });
    },
    second: /^Pay ₦/,
  },
];

test('the second of a double tap pays nothing, and a tap on what could be seen counts', async ({
  page,
}) => {
  test.setTimeout(600_000);
  await page.addInitScript(countPresses);
  await comeHome(page, 'Ada', newPhone().replace(/..$/, '52'));
  const session = await page.context().newCDPSession(page);
  for (const slowdown of SLOWDOWNS) {
    for (const scene of SCENES) {
      const places = await placesOf(page, scene);
      const told: string[] = [];
      const came: number[] = [];
      for (const wait of [...DOUBLE_MS, ...MEANT_MS]) {
        const ends: End[] = [];
        for (let tries = 0; ends.length < TRIALS; tries += 1) {
          if (tries === 10 * TRIALS) throw new Error('this machine is too slow to tap on time');
          const first = await scene.open(page);
          await first.click({ trial: true });
          await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
          const end = await tapTwice(session, page, places, { wait, second: scene.second });
          await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
          await closeAll(page);
          if (end) ends.push(end);
        }
        const pressed = ends.filter(({ isPressed }) => isPressed).length;
        told.push(`${wait} ms ${pressed}`);
        came.push(...ends.map(({ cameMs }) => Math.round(cameMs)));
        const what = `${scene.what}, ${wait} ms, CPU ÷${slowdown}`;
        if (DOUBLE_MS.includes(wait)) expect.soft(pressed, what).toBe(0);
        const lost = ends.filter(({ isPressed, seenMs }) => !isPressed && seenMs > SEEN_MS);
        expect.soft(lost, what).toEqual([]);
      }
      came.sort((a, b) => a - b);
      process.stdout.write(
        `figure: ${scene.what}, CPU ÷${slowdown}, came up after ${came[0]} to ${came.at(-1)} ms (median ` +
          `${came[came.length >> 1]} ms); of ${TRIALS} second taps counted after ${told.join(', ')}\n`,
      );
    }
  }
});

/** The outcome of a second tap; times in milliseconds. */
type End = {
  isPressed: boolean;
  /** The time from the first tap to the appearance of the second control. */
  cameMs: number;
  /** The time that it was visible before the second tap. */
  seenMs: number;
};
type Place = { x: number; y: number };
type Taps = {
  second: string;
  /** The place of the second tap. */
  then: Place;
  times: number[];
  /** When the second control had appeared there and was painted. */
  cameAt: number;
  presses: number;
};
declare global {
  interface Window {
    taps: Taps;
  }
}

/** Counts presses of the second control that the game lets through, and prevents their effects. */
function countPresses() {
  const isSecond = (target: Element | null) =>
    new RegExp(window.taps.second).test(target?.closest('button')?.textContent?.trim() ?? '');
  const look = () => {
    const { taps } = window;
    const isThere = isSecond(document.elementFromPoint(taps.then.x, taps.then.y));
    requestAnimationFrame(isThere ? rest : look);
  };
  // On a busy machine one frame lasts as long as four: the control is seen once the next one has
  // begun.
  const rest = () =>
    requestAnimationFrame(() => {
      window.taps.cameAt = performance.now();
    });
  const count = (event: Event) => {
    event.stopImmediatePropagation();
    event.preventDefault();
    window.taps.presses += 1;
  };
  addEventListener(
    'click',
    ({ target, timeStamp }) => {
      const { taps } = window;
      if (!taps) return;
      if (taps.times.push(timeStamp) === 1) requestAnimationFrame(look);
      if (isSecond(target as Element)) (target as Element).addEventListener('click', count);
    },
    { capture: true },
  );
}

/** Two places as near as possible, on the first control and on the second once it rests. */
async function placesOf(page: Page, { open, second }: Scene): Promise<[Place, Place]> {
  const first = await open(page);
  await first.press('Enter');
  const other = page.getByRole('button', { name: second });
  await other.click({ trial: true });
  const b = await other.boundingBox();
  await closeAll(page);
  if (!b) throw new Error('the second control has no place');
  await open(page);
  // A page is scrolled until its control is under the one that appears.
  await first.evaluate(
    (control, y) => {
      const { top, height } = control.getBoundingClientRect();
      scrollBy(0, top + height / 2 - y);
    },
    b.y + b.height / 2,
  );
  await first.click({ trial: true });
  const a = await first.boundingBox();
  await closeAll(page);
  if (!a) throw new Error('the first control has no place');
  const near = (from: number, size: number, to: number) =>
    Math.min(Math.max(to, from + 12), from + size - 12);
  const middle = { x: b.x + b.width / 2, y: b.y + b.height / 2 };
  const at = { x: near(a.x, a.width, middle.x), y: near(a.y, a.height, middle.y) };
  const then = { x: near(b.x, b.width, at.x), y: near(b.y, b.height, at.y) };
  expect(Math.hypot(at.x - then.x, at.y - then.y)).toBeLessThan(32);
  return [at, then];
}

async function tapTwice(
  session: CDPSession,
  page: Page,
  [at, then]: [Place, Place],
  { wait, second }: { wait: number; second: RegExp },
): Promise<End | null> {
  await page.evaluate(
    (asked) => {
      window.taps = { ...asked, times: [], cameAt: 0, presses: 0 };
    },
    { second: second.source, then },
  );
  const tap = (place: Place) =>
    Promise.all([
      session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] }),
      session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
    ]);
  const first = tap(at);
  await new Promise((resolve) => setTimeout(resolve, wait));
  await Promise.all([first, tap(then)]);
  await page.waitForFunction(() => window.taps.cameAt > 0);
  const { times, cameAt, presses } = await page.evaluate(() => window.taps);
  const [one = 0, two = 0] = times;
  if (times.length !== 2 || Math.abs(two - one - wait) > LATE_MS) return null;
  return { isPressed: presses > 0, cameMs: cameAt - one, seenMs: two - cameAt };
}

async function closeAll(page: Page) {
  const dialogs = page.getByRole('dialog');
  await expect(async () => {
    if (await dialogs.count()) await page.keyboard.press('Escape');
    await expect(dialogs).toHaveCount(0, { timeout: 300 });
  }).toPass({ intervals: [0] });
}
