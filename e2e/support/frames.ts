import type { Browser, Page } from 'playwright/test';

type TraceEvent = {
  name: string;

  pid: number;
  tid: number;
  ts: number;
  dur?: number;
};

/** The figures in a browser's own trace of some play; times in milliseconds. */
export type Frames = { frames: number[]; tasks: number[] };

const CATEGORIES = ['toplevel', 'devtools.timeline'];

/**
 * Traces a page during some work: the times between its frames, and its main thread's tasks. It
 * requests every frame, since one without a change would not be drawn.
 */
export async function traced(
  browser: Browser,
  page: Page,
  play: () => Promise<unknown>,
): Promise<Frames> {
  const asking = await page.evaluateHandle(() => {
    const asking = { isOver: false };
    const ask = () => asking.isOver || requestAnimationFrame(ask);
    ask();
    return asking;
  });
  await browser.startTracing(page, { categories: CATEGORIES });
  await play();
  await asking.evaluate((it) => {
    it.isOver = true;
  });
  const text = (await browser.stopTracing()).toString();
  const { traceEvents } = JSON.parse(text) as { traceEvents: TraceEvent[] };
  return readTrace(traceEvents);
}

function readTrace(events: TraceEvent[]): Frames {
  const asked = events.filter(({ name }) => name === 'FireAnimationFrame');
  const [{ pid, tid } = { pid: 0, tid: 0 }] = asked;
  const times = asked.map(({ ts }) => ts / 1000).sort((a, b) => a - b);
  return {
    frames: times.slice(1).map((time, index) => time - (times[index] ?? time)),
    tasks: events
      .filter((event) => event.pid === pid && event.tid === tid && /RunTask$/.test(event.name))
      .map(({ dur = 0 }) => dur / 1000),
  };
}
