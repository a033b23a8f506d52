import { expect, type Locator, type Page } from 'playwright/test';

/** More steps than any screen needs. */
const STEPS_MAX = 60;

const isFocused = (target: Locator) => target.evaluate((one) => one === document.activeElement);

/** Moves there by Tab alone, as a player without a pointer does. */
export async function walkTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < STEPS_MAX; step += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} is not reached by Tab.`);
}

/** Moves to a button and presses it, by keys alone. */
export async function pressKeys(page: Page, name: string | RegExp): Promise<void> {
  await walkTo(page, page.getByRole('button', { name }).last());
  await page.keyboard.press('Enter');
}

/** Moves into a group of radio buttons or tabs, and by arrows to one of them. */
export async function chooseByKeys(page: Page, role: 'radio' | 'tab', name: RegExp): Promise<void> {
  const wanted = page.getByRole(role, { name });
  const isChosen = () =>
    role === 'radio'
      ? wanted.isChecked()
      : wanted.evaluate((tab) => tab.getAttribute('aria-selected') === 'true');
  await expect(wanted).toBeAttached();
  if (await isChosen()) return;
  const inGroup = page.getByRole('dialog').getByRole(role);
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const isThere = await inGroup.evaluateAll((all) =>
      all.some((one) => one === document.activeElement),
    );
    if (isThere) break;
    await page.keyboard.press('Tab');
  }
  // If none of the group is chosen, the first one has the focus, and Space chooses it.
  if (role === 'radio') await page.keyboard.press('Space');
  for (let step = 0; step < STEPS_MAX && !(await isChosen()); step += 1)
    await page.keyboard.press('ArrowRight');
  expect(await isChosen()).toBe(true);
}
