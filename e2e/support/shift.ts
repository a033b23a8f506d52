import { expect, type Page } from 'playwright/test';

/**
 * The largest movement of a screen's content without an action, in one go
 * (design.md#loading-empty-offline).
 */
const MOST_SHIFT = 0.02;

/**
 * A movement this soon after a tap, or after the reply to it, counts as its effect, as in web
 * vitals.
 */
const DOING_MS = 500;

/** One go ends with a second of rest, or after five: web.dev/articles/cls. */
const REST_MS = 1000;
const GO_MS = 5000;

type Shift = { at: number; value: number; part: string };
type Seen = { shifts: Shift[]; taps: number[] };
type Watched = Seen & { asked: { at: number; cameAt: number }[] };

/** Makes each document that the page opens from now on record its movements. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Seen = { shifts: [], taps: [] };
    Object.assign(window, { seen });
    for (const type of ['pointerdown', 'keydown', 'input']) {
      addEventListener(type, ({ timeStamp }) => seen.taps.push(timeStamp), { capture: true });
    }
    type Entry = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) {
        if (entry.hadRecentInput) continue;
        const { node, previousRect, currentRect } = entry.sources[0] ?? {};
        const part = node instanceof Element ? node.outerHTML : node?.textContent;
        const way = `${previousRect?.y} → ${currentRect?.y} px`;
        seen.shifts.push({
          at: entry.startTime,
          value: entry.value,
          part: `${way}: ${part?.slice(0, 120) ?? 'a part that is gone'}`,
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The worst movement of the page's content without an action, and the elements that moved. */
async function shiftOf(page: Page): Promise<{ value: number; parts: string[] }> {
  const { shifts, taps, asked }: Watched = await page.evaluate(() => ({
    ...(window as unknown as { seen: Seen }).seen,
    asked: performance
      .getEntriesByType('resource')
      .map((entry) => entry as PerformanceResourceTiming)
      .map(({ startTime, responseEnd }) => ({ at: startTime, cameAt: responseEnd })),
  }));
  const isSoonAfter = (at: number, before: number) => at >= before && at <= before + DOING_MS;
  const answers = asked.filter(({ at }) => taps.some((tap) => isSoonAfter(at, tap)));
  const own = shifts.filter(({ at }) => !answers.some(({ cameAt }) => isSoonAfter(at, cameAt)));
  const goes: Shift[][] = [];
  for (const shift of own) {
    const go = goes.at(-1);
    const [first, last] = [go?.[0], go?.at(-1)];
    const goesOn = first && last && shift.at - last.at < REST_MS && shift.at - first.at < GO_MS;
    if (goesOn) go?.push(shift);
    else goes.push([shift]);
  }
  const sums = goes.map((go) => go.reduce((sum, { value }) => sum + value, 0));
  return { value: Math.max(0, ...sums), parts: own.map(({ part }) => part) };
}

/** Nothing on the page has moved without an action since its document was opened. */
export async function expectStill(page: Page, name: string): Promise<void> {
  const { value, parts } = await shiftOf(page);
  expect.soft(value, `${name} moves: ${parts.join('\n')}`).toBeLessThanOrEqual(MOST_SHIFT);
}
