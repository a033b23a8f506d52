import type { Page } from 'playwright/test';

/** Screens with little room: width, height, text; the next screen gets the last. */
const LOOKS = [
  [320, 568, '200%'],
  [320, 568, ''],
  [360, 640, ''],
] as const;

/**
 * The words of a screen that are outside it, cut off, beyond their box or over other words, where
 * it has little room.
 */
export async function crampedWords(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [width, height, text] of LOOKS) {
    await page.setViewportSize({ width, height });
    await page.locator('html').evaluate((html, size) => {
      html.style.fontSize = size;
    }, text);
    const look = `${width}×${height}${text && ', text 200 %'}`;
    found.push(...(await page.evaluate(cramped)).map((words) => `${look}: ${words}`));
  }
  return found;
}

type Words = { text: string; part: Element; box: DOMRect };

/** Runs in the page. */
function cramped(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`] : [];
  const around = (part: Element): Element[] =>
    part.parentElement ? [part, ...around(part.parentElement)] : [part];
  const styleOf = (part: Element) => getComputedStyle(part);

  const dialog = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1);
  const all: Words[] = [];
  const walker = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const part = node.parentElement;
    const text = node.textContent?.trim();
    const isShown =
      part?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !part.closest('.vh, svg, option, [inert], [aria-hidden="true"]');
    // Names end in '…' as late as the width allows (design.md#board-rows).
    if (!part || !text || !isShown || around(part).some(endsInDots)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (box.width > 1) all.push({ text, part, box });
  }
  function endsInDots(part: Element): boolean {
    const { textOverflow, clipPath } = styleOf(part);
    return textOverflow === 'ellipsis' || clipPath !== 'none';
  }

  for (const { text, part, box } of all) {
    const parts = around(part);
    const block = parts.find((one) => styleOf(one).display !== 'inline') ?? part;
    const own = block.getBoundingClientRect();
    if (box.left < -1 || box.right > clientWidth + 1) found.push(`beside the screen: ${text}`);
    if (box.left < own.left - 1 || box.right > own.right + 1) found.push(`out of its box: ${text}`);
    const edge = parts.find((one) => styleOf(one).overflowY !== 'visible');
    if (!edge || !/hidden|clip/.test(styleOf(edge).overflowY)) continue;
    const held = edge.getBoundingClientRect();
    const air = box.height / 4;
    // A word that is entirely out of sight wraps there on purpose: 'in a row'.
    const isGone = box.top + air >= held.bottom;
    const isCut = box.top + air < held.top || box.bottom - air > held.bottom;
    if (!isGone && (isCut || box.right > held.right + 1)) found.push(`cut: ${text}`);
  }

  const seen = all.filter(({ part, box }) => {
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return hit !== null && (part.contains(hit) || hit.contains(part));
  });
  for (const [index, { text, part, box }] of seen.entries()) {
    for (const other of seen.slice(index + 1)) {
      // A line is higher than its letters.
      const air = Math.min(box.height, other.box.height) / 4;
      const isOver =
        part !== other.part &&
        Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 2 &&
        Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 2 * air;
      if (isOver) found.push(`over each other: ${text} | ${other.text}`);
    }
  }
  return [...new Set(found)];
}
