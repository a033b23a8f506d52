import type { Locator, Page } from 'playwright/test';
import { serveBoards } from '../support/boards.ts';
import { expect, test } from '../support/fixtures.ts';
import { comeHome, comeTo, newPhone } from '../support/player.ts';
import { answer, startRound } from '../support/round.ts';
import { changeSession } from '../support/session.ts';

/** The system's few colours instead of ours: all backgrounds are the same, so they show nothing. */
test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

/** The drawing of an element: its letters apart, or one of the marks before and after it. */
const drawn = (part: Locator, pseudo?: string) =>
  part.evaluate((element, name) => {
    const style = getComputedStyle(element, name);
    const { backgroundColor: ground, textDecorationLine: line, transform } = style;
    return { ground, line, transform, edge: style.borderTopStyle, outline: style.outlineStyle };
  }, pseudo);

const groundOf = async (part: Locator, pseudo?: string) => (await drawn(part, pseudo)).ground;

/** Only the chosen tab has its words underlined, on another background. */
async function expectChosen(page: Page, chosen: string, other: string): Promise<void> {
  const tab = (name: string) => page.getByRole('tab', { name, exact: false });
  await expect(tab(chosen)).toHaveAttribute('aria-selected', 'true');
  const [own, others] = [await drawn(tab(chosen)), await drawn(tab(other))];
  expect([own.line, others.line]).toEqual(['underline', 'none']);
  expect(own.ground).not.toBe(others.ground);
}

test('in forced colours tabs, tiers, switches and the menu show the choice', {
  tag: '@full',
}, async ({ page }) => {
  await comeHome(page, 'Ada');
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog');
  expect((await drawn(menu)).edge).toBe('solid');
  const entries = menu.getByRole('link');
  expect(await groundOf(entries.filter({ hasText: 'Home' }), '::before')).not.toBe(
    await groundOf(menu),
  );
  const dark = page.getByRole('switch', { name: 'Dark mode' });
  const mark = dark.locator('[aria-hidden]').last();
  const off = await drawn(mark, '::before');
  expect(off.ground).not.toBe(await groundOf(mark));
  await dark.click();
  await expect(dark).toBeChecked();
  const on = await drawn(mark, '::before');
  expect(on.ground).not.toBe(await groundOf(mark));
  expect(on.transform).not.toBe(off.transform);

  await serveBoards(page, { place: 12, rows: 10 });
  await page.goto('/daily?tier=2');
  await expectChosen(page, 'Current Day', 'Previous Day');
  await expectChosen(page, 'Tier 2', 'Tier 1');
});

test('in forced colours a question shows its time, its answers and its buttons', {
  tag: '@full',
}, async ({ page }) => {
  await comeHome(page, 'Ada');
  const questions = await startRound(page, 'La Liga', 'Easy');
  const track = page.getByRole('timer').locator('[aria-hidden]').first();
  expect(await groundOf(track.locator('div'))).not.toBe(await groundOf(track));
  expect((await drawn(track)).edge).toBe('solid');
  expect((await drawn(page.getByRole('button', { name: 'Skip' }))).edge).toBe('solid');
  // It waits for the word on the option.
  await answer(page, questions, 1, false);
});

test('in forced colours the field and the box that have the keyboard are outlined', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Get started' }).click();
  const phone = page.getByLabel('Phone number');
  await phone.fill(newPhone());
  await phone.press('Enter');
  await page.getByLabel('Email').focus();
  const outlined = (part: Locator) => drawn(part).then(({ outline }) => outline);
  const box = (label: string) => page.getByLabel(label).locator('xpath=..');
  expect(await outlined(box('Email'))).toBe('solid');
  // The outline would be cut off inside the box.
  expect(await outlined(page.getByLabel('Email'))).toBe('none');
  const adult = page.getByRole('checkbox');
  await adult.focus();
  await page.keyboard.press('Space');
  await expect(adult).toBeChecked();
  const square = adult.locator('xpath=following-sibling::*[1]');
  expect(await outlined(square)).toBe('solid');
  await expect(square.locator('svg')).toHaveCSS('opacity', '1');
});

test.describe('a browser that darkens pages by itself', () => {
  // It does so if the system is dark, whichever theme the player has chosen.
  test.use({
    colorScheme: 'dark',
    contextOptions: { forcedColors: 'none', reducedMotion: 'reduce' },
  });

  test('leaves both themes as they are', { tag: '@full' }, async ({ page, context }) => {
    await comeTo(page, '/faqs', 'Ada');
    const browser = await context.newCDPSession(page);
    const setDark = (enabled: boolean) =>
      browser.send('Emulation.setAutoDarkModeOverride', { enabled });
    for (const theme of ['light', 'dark']) {
      await changeSession(page, (session) => {
        Object.assign(session, { dark: theme === 'dark', isDarkChosen: true });
      });
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      await setDark(false);
      const ours = await page.screenshot();
      await setDark(true);
      expect((await page.screenshot()).equals(ours)).toBe(true);
    }
  });
});
