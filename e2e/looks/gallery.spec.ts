import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { forgetAll } from '../support/player.ts';
import { PICTURES } from '../support/screens/pictures.ts';
import { WALKS } from '../support/screens/screens.ts';
import { changeSession } from '../support/session.ts';

/** The folder of the pictures, with a folder per walk, and in it a folder per screen. */
const FOLDER = process.env.GALLERY_FOLDER ?? 'gallery/now';

type Look = {
  width: number;
  height: number;
  theme: 'light' | 'dark';
  brand?: string;
  text?: string;
  /** The phone's own few colours instead of ours. */
  isForced?: boolean;
};

/** In the order of taking: looks with little change follow each other. */
const LOOKS: Record<string, Look> = {
  '360 light': { width: 360, height: 640, theme: 'light' },
  '320 light': { width: 320, height: 568, theme: 'light' },
  '412 light': { width: 412, height: 915, theme: 'light' },
  '360 light, text 200 %': { width: 360, height: 640, theme: 'light', text: '200%' },
  '640 light': { width: 640, height: 360, theme: 'light' },
  '1280 light': { width: 1280, height: 800, theme: 'light' },
  '360 dark': { width: 360, height: 640, theme: 'dark' },
  '1280 dark': { width: 1280, height: 800, theme: 'dark' },
  '360 glo': { width: 360, height: 640, theme: 'light', brand: 'glo' },
  '360 glo, dark': { width: 360, height: 640, theme: 'dark', brand: 'glo' },
  '360 forced colours': { width: 360, height: 640, theme: 'light', isForced: true },
};

test.describe.configure({ mode: 'parallel' });

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: [/net::ERR_FAILED|status of 409/],
});

for (const [walk, screens] of Object.entries({ ...WALKS, pictures: PICTURES })) {
  const withLine = screens.filter(({ isOffline }) => !isOffline);
  test(walk, async ({ page, relay }) => {
    test.setTimeout(withLine.length * 60_000);
    for (const { name, open } of withLine) {
      await test.step(name, async () => {
        await page.setViewportSize({ width: 360, height: 640 });
        await forgetAll(page);
        await open({ page, relay, isGlo: false });
        await keepPictures(page, `${FOLDER}/${fileName(walk)}/${fileName(name)}`);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        for (const other of page.context().pages()) if (other !== page) await other.close();
      });
    }
  });
}

async function keepPictures(page: Page, folder: string): Promise<void> {
  for (const [name, { width, height, theme, brand, text, isForced }] of Object.entries(LOOKS)) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ forcedColors: isForced ? 'active' : 'none' });
    await changeSession(page, (session) => {
      Object.assign(session, { dark: theme === 'dark', isDarkChosen: true });
    });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await page.locator('html').evaluate(
      (html, look) => {
        html.dataset.brand = look.brand;
        html.style.fontSize = look.text;
      },
      { brand: brand ?? 'all', text: text ?? '' },
    );
    await page.screenshot({ path: `${folder}/${fileName(name)}.png`, animations: 'disabled' });
  }
}

const fileName = (name: string) => name.replaceAll(/[^\w, ]+/g, '-');
