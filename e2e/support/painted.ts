import type { Locator, Page } from 'playwright/test';

/**
 * Taps an option.
 * @returns the time from the finger to the frame that shows the first of each selector, in
 * milliseconds
 */
export async function paintedAfterTap(
  page: Page,
  option: Locator,
  selectors: readonly string[],
): Promise<number[]> {
  const box = await option.boundingBox();
  if (!box) throw new Error('The option is not on the screen.');
  // Both are there before the finger: only the tap reaches the page until it is painted.
  await page.evaluate(watch, selectors);
  const painted = page.evaluate(
    () => (window as unknown as { painted: Promise<number[]> }).painted,
  );
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  return painted;
}

/** Runs in the page. */
function watch(selectors: readonly string[]): void {
  let tappedAt = 0;
  const tap = ({ timeStamp }: Event) => {
    tappedAt = timeStamp;
  };
  addEventListener('pointerup', tap, { capture: true, once: true });
  const shown = (selector: string) =>
    new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (tappedAt === 0 || !document.querySelector(selector)) return;
        observer.disconnect();
        // The first task after the frame that has it.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - tappedAt);
          port2.postMessage(null);
        });
      });
      observer.observe(document.body, {
        subtree: true,
        childList: true,
        attributeFilter: ['class'],
      });
    });
  Object.assign(window, { painted: Promise.all(selectors.map(shown)) });
}
