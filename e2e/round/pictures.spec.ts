import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { signUp } from '../support/player.ts';
import { answer, leaveRound, startRound } from '../support/round.ts';

const SHIRT = { kind: 'shirt', kit: ['stripes', '16181C', 'FFFFFF'] };

const PICTURES = [
  SHIRT,
  {
    ...{ kind: 'flag', bands: 'upright', colours: ['00853F', 'FDEF42', 'E31B23'] },
    marks: [['star', '00853F', 75, 50, 34]],
  },
  {
    kind: 'career',
    clubs: [
      ['Ajax', ['centre', 'FFFFFF', 'D3122E']],
      ['Inter Milan', ['stripes', '1B4DB5', '16181C']],
      ['Arsenal', ['sleeves', 'D3122E', 'FFFFFF']],
      ['Portsmouth', ['plain', '1B4DB5']],
    ],
  },
  {
    ...{ kind: 'table', season: '2015-16' },
    rows: [
      ['Leicester City', 81],
      [null, 71],
      ['Tottenham Hotspur', 70],
      ['Manchester City', 66],
    ],
  },
  {
    ...{ kind: 'score', sides: ['Nigeria', 'Argentina'], goals: [3, 2] },
    scorers: [
      ['Babayaro', 'Amokachi', null],
      ['López', 'Crespo'],
    ],
  },
];

/** Gives the first questions of each round these pictures. */
async function withPictures(page: Page, pictures: readonly object[]): Promise<string[]> {
  const asked: string[] = [];
  await page.route('**/api/v2/questions/**', async (route) => {
    asked.push(route.request().url());
    const response = await route.fetch();
    const reply = await response.json();
    const data = reply.data.map((question: object, index: number) => ({
      ...question,
      question: `Question ${index + 1}: what does this show in 2015-16?`,
      picture: pictures[index],
    }));
    await route.fulfill({ response, json: { ...reply, data } });
  });
  return asked;
}

test('the app says that it draws, and a round shows each kind of picture and its review', {
  tag: ['@full', '@space', '@old-chromium'],
}, async ({ page }) => {
  await signUp(page, 'Ada');
  const asked = await withPictures(page, PICTURES);
  const questions = await startRound(page, 'English Premier League', 'Easy');
  expect(asked[0]).toContain('pictures=1');
  for (const [index, { kind }] of PICTURES.entries()) {
    const picture = page.getByRole('img', { name: NAMES[index] ?? '' });
    await expect(picture).toBeVisible();
    const box = await picture.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(88);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${kind}.png` });
    if (index === 0) await expectAccessible(page);
    await answer(page, questions, index + 1, true);
  }
  await leaveRound(page);
  await page.getByRole('button', { name: 'Review answers' }).click();
  await expect(page.getByRole('dialog').getByRole('img')).toHaveCount(PICTURES.length);
});

const NAMES = [/^A football shirt/, /^A flag/, /^A line of shirts/, /^The top four/, /^Nigeria 3/];

test('a round whose picture cannot be drawn is not begun', { tag: '@full' }, async ({ page }) => {
  await signUp(page, 'Ada');
  await withPictures(page, [{ kind: 'crest', club: 'Ajax' }]);
  await page.getByRole('button', { name: 'English Premier League' }).click();
  const reply = page.waitForResponse((response) => /\/api\/v2\/questions\//.test(response.url()));
  await page.getByRole('button', { name: /^Easy/ }).press('Enter');
  await reply;
  // The picker stays, for another try.
  await expect(page.getByRole('button', { name: /^Easy/ })).toBeEnabled();
  await expect(page).toHaveURL(/\/home$/);
});
