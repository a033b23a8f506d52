import type { Browser, BrowserContext, Page } from 'playwright/test';

/** Playwright's own script calls this, mostly in an isolated world of the page. */
const CHECK_VISIBILITY = `Element.prototype.checkVisibility ??= function () {
  for (let at = this; at; at = at.parentElement) {
    const { display, visibility } = getComputedStyle(at);
    if (display === 'none' || (at === this && visibility !== 'visible')) return false;
  }
  return true;
};`;

/**
 * An old Chromium's error when it shows a script as a page, which tests use to store a session on
 * the phone.
 */
export const OWN_STYLE = /^Refused to apply inline style.*\/sw\.js\)$/s;

/** A function that Chrome 94 has and the nearest older Chromium, 92, lacks. */
const OBJECT_HAS_OWN = `Object.hasOwn ??= (object, key) =>
  Object.prototype.hasOwnProperty.call(Object(object), key);`;

const PLAYWRIGHT_NEEDS = 105;

/**
 * Adds to the pages of an old Chromium the functions that Playwright needs. The app must work
 * without any that Chrome 94 lacks: `npm run check:browsers` checks that.
 */
export function helpOld(browser: Browser): void {
  if (Number.parseInt(browser.version(), 10) >= PLAYWRIGHT_NEEDS) return;
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await context.addInitScript(OBJECT_HAS_OWN + CHECK_VISIBILITY);
    const newPage = context.newPage.bind(context);
    context.newPage = async () => helped(context, await newPage());
    return context;
  };
}

async function helped(context: BrowserContext, page: Page): Promise<Page> {
  const session = await context.newCDPSession(page);
  const world = new Promise<string>((resolve) => {
    session.on('Runtime.executionContextCreated', ({ context: { name } }) => {
      if (/playwright_utility/.test(name)) resolve(name);
    });
  });
  await session.send('Runtime.enable');
  await session.send('Page.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: CHECK_VISIBILITY,
    worldName: await world,
  });
  await session.send('Runtime.disable');
  return page;
}
