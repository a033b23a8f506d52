import { serveBoards } from '../support/boards.ts';
import { expect, test } from '../support/fixtures.ts';
import { comeHome, comeTo, openFirst, rememberPlayer } from '../support/player.ts';
import { answerAny, leaveMistakes, startPass } from '../support/practice.ts';

test.describe('on a phone on its side', { tag: '@space' }, () => {
  test.use({ viewport: { width: 640, height: 360 } });

  test("'Get started' is in sight on the landing, beside the scene", async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Get started' })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(640);
  });

  test('practice has its answers two by two and its button below them', { tag: '@full' }, async ({
    page,
  }) => {
    await rememberPlayer(page, 'Ada');
    await leaveMistakes(page, 3);
    await openFirst(page, '/practice');
    await page.getByRole('button', { name: /^Start/ }).press('Enter');
    const options = page.getByRole('article').getByRole('button');
    await expect(options).toHaveCount(4);
    const places = await options.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().left),
    );
    expect(new Set(places).size).toBe(2);
    await expect(page.getByRole('button', { name: 'Show the answer' })).toBeInViewport({
      ratio: 1,
    });
    await answerAny(page);
    await expect(page.getByRole('button', { name: /^Next/ })).toBeInViewport({ ratio: 1 });
  });

  test('the name of the next player is next to the button that shows the question', {
    tag: '@full',
  }, async ({ page }) => {
    await comeTo(page, '/practice/pass', 'Ada');
    await startPass(page, ['Ada', 'Musa', 'Zainab', 'Uncle Femi']);
    await expect(page.getByRole('heading', { name: /Pass the phone to/ })).toBeInViewport({
      ratio: 1,
    });
    const show = page.getByRole('button', { name: /Show my question$/ });
    await expect(show).toBeInViewport({ ratio: 1 });
  });
});

test.describe('on a wide screen', { tag: '@space' }, () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false });

  test("the week's board is next to the dashboard, and the menu opens in the page's column", {
    tag: '@full',
  }, async ({ page }) => {
    await comeHome(page, 'Wide');
    // The boards are served to the page that asks, so none may be pending when it is left.
    await page.waitForLoadState('networkidle');
    await serveBoards(page, { place: 5 });
    await page.reload();
    const board = page.getByRole('complementary', { name: 'Leaderboard this week' });
    await expect(board.getByRole('region', { name: 'Your place' })).toBeVisible();
    const column = await page.getByRole('banner').or(page.getByRole('main')).first().boundingBox();
    const beside = await board.boundingBox();
    if (!column || !beside) throw new Error('Neither column nor board has a place.');
    expect(beside.x).toBeGreaterThan(column.x + column.width);

    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Wide' });
    await expect.poll(async () => (await menu.boundingBox())?.x).toBe(column.x);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'La Liga' }).click();
    const levels = await page.getByRole('dialog', { name: 'Select Level' }).boundingBox();
    if (!levels) throw new Error('The level picker has no place.');
    expect(levels.x).toBeGreaterThanOrEqual(column.x);
    expect(levels.x + levels.width).toBeLessThanOrEqual(column.x + column.width);

    await page.keyboard.press('Escape');
    await board.getByRole('link', { name: 'See the whole board' }).click();
    await expect(page).toHaveURL(/\/daily\?tab=current-week$/);
  });
});
