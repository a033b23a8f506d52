import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { restInFull } from '../support/full.ts';
import { enlargeText } from '../support/large-text.ts';
import { comeHome } from '../support/player.ts';
import { option, questionOnTable, skipKickOff, startRound, stopTimers } from '../support/round.ts';
import { roundWithPicture } from '../support/screens/pictures.ts';

/** Every movement inside the card has ended. */
const atRest = (page: Page) =>
  page
    .getByRole('article')
    .evaluate((card) =>
      Promise.all(
        card
          .getAnimations({ subtree: true })
          .map(({ finished }) => finished.catch(() => undefined)),
      ),
    );

/** The places of the four options at rest, to the pixel. */
async function places(page: Page): Promise<unknown[]> {
  await atRest(page);
  const options = await page.getByRole('article').getByRole('button').all();
  return Promise.all(options.map((one) => one.boundingBox()));
}

/** The same at the very moment that a word appears on the card. */
const placesOnceSaid = (page: Page, word: string): Promise<unknown[]> =>
  page.getByRole('article').evaluate(
    (card, awaited) =>
      new Promise<unknown[]>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!card.textContent.includes(awaited)) return;
          observer.disconnect();
          const options = [...card.querySelectorAll('button')].filter((one) => {
            return !one.closest('[aria-hidden]');
          });
          resolve(
            options.map((one) => {
              const { x, y, width, height } = one.getBoundingClientRect();
              return { x, y, width, height };
            }),
          );
        });
        observer.observe(card, { subtree: true, childList: true, characterData: true });
      }),
    word,
  );

/** Taps an option while this question is current: on a busy machine the next may have come. */
const tapWhile = (page: Page, question: string) =>
  page.getByRole('article').evaluate((card, asked) => {
    const heading = [...card.querySelectorAll('h1')].find((one) => !one.closest('[aria-hidden]'));
    if (heading?.textContent !== asked) return;
    const { x, y } = card.getBoundingClientRect();
    const at = { bubbles: true, clientX: x + 100, clientY: y + 300 };
    document.elementFromPoint(at.clientX, at.clientY)?.dispatchEvent(new MouseEvent('click', at));
  }, question);

/** The parts of the card and the button below it that are outside the window or cut off. */
const isWhole = (page: Page) =>
  page.evaluate(() => {
    const { innerWidth, innerHeight } = window;
    const parts = document.querySelectorAll('article h1, article button, main > div button');
    return [...parts].every((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const isCut = part.scrollWidth > part.clientWidth + 1;
      return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight && !isCut;
    });
  });

/** The words over options that cover their letters, or those of an option above or below. */
const wordsOverLetters = (page: Page) =>
  page.getByRole('article').evaluate((card) => {
    const table = [...card.children].find((face) => !face.ariaHidden);
    const options = [...(table?.querySelectorAll('button') ?? [])];
    const boxes = (part: Element) => {
      const text = document.createRange();
      text.selectNodeContents(part);
      return [...text.getClientRects()];
    };
    // A line is higher than its letters.
    const air = 0.25;
    const letters = options.flatMap((one) =>
      boxes(one.querySelector('span:nth-of-type(3)') ?? one),
    );
    return options.flatMap((one) => {
      const word = [...one.children].find((part) => /^(Wrong|Right answer)/.test(part.innerHTML));
      const tag = word?.getBoundingClientRect();
      const isOver = letters.some(({ left, right, top, bottom, height }) => {
        if (!tag || right <= tag.left || left >= tag.right) return false;
        return top + height * air < tag.bottom && bottom - height * air > tag.top;
      });
      return isOver ? [one.textContent] : [];
    });
  });

/** The largest width of the page when any animation on it begins. */
const watchWidth = (page: Page) =>
  page.evaluateHandle(() => {
    const seen = { widest: 0 };
    addEventListener('animationstart', () => {
      seen.widest = Math.max(seen.widest, document.documentElement.scrollWidth);
    });
    return seen;
  });

const LONG = 'A name of forty letters, no more nor less';

test('options keep their place as they are judged, and a tap on a judged one does no harm', {
  tag: '@space',
}, async ({ page }) => {
  await page.route('**/api/v2/questions/*', async (route) => {
    const response = await route.fetch();
    const reply = await response.json();
    // The right answers as long as the wrong ones: the words next to them have no room.
    reply.data = reply.data.map((question: { options: string[] }, index: number) => {
      const options = question.options.map((_, place) => `${'ABCD'[place]} ${LONG}`.slice(0, 40));
      return index === 0 ? { ...question, options, answers: options[3] } : question;
    });
    await route.fulfill({ response, json: reply });
  });
  await comeHome(page, 'Ada');
  const questions = await startRound(page, 'La Liga', 'Hard');
  const before = await places(page);
  const seen = await watchWidth(page);
  await option(page, questions[0]?.options[0] ?? '').press('Enter');
  await expect(page.getByRole('article').getByText('Right answer')).toBeVisible();
  expect(await places(page)).toEqual(before);
  // A tap on a disabled option does no harm.
  await tapWhile(page, questions[0]?.question ?? '');
  await expect(questionOnTable(page)).toHaveText(questions[1]?.question ?? '');

  // Short ones keep their places too, and the card of the question before is gone.
  const second = await places(page);
  const booster = page.getByRole('button', { name: '2x Boost' });
  const boosterBefore = await booster.boundingBox();
  // The colour is gone soon: polling may miss it.
  const judged = placesOnceSaid(page, 'Correct');
  await Promise.all([judged, option(page, questions[1]?.answers ?? '').press('Enter')]);
  expect(await judged).toEqual(second);
  const gone = page
    .locator('article [aria-hidden]')
    .filter({ hasText: questions[0]?.question ?? '' });
  await expect(gone).toHaveCount(0);
  expect(await seen.jsonValue()).toEqual({ widest: 360 });
  // A second digit of the points does not move their neighbours either.
  await expect(page.locator('main > header')).toContainText('15 pts');
  expect(await booster.boundingBox()).toEqual(boosterBefore);
});

test('the words over an option cover no letters, on a narrow screen and in large text', {
  tag: ['@full', '@space'],
}, async ({ page }) => {
  await page.route('**/api/v2/questions/*', async (route) => {
    const response = await route.fetch();
    const reply = await response.json();
    const options = ['Kylian Mbappé', 'Moses Simon', 'Olivier Giroud', 'Gerd Müller'];
    Object.assign(reply.data[0], { options, answers: 'Kylian Mbappé' });
    await route.fulfill({ response, json: reply });
  });
  await comeHome(page, 'Ada');
  await startRound(page, 'La Liga', 'Hard');
  await option(page, 'Moses Simon').press('Enter');
  await expect(page.getByRole('article').getByText('Right answer')).toBeVisible();
  await stopTimers(page);
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await wordsOverLetters(page)).toEqual([]);
  }
  await enlargeText(page);
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await wordsOverLetters(page)).toEqual([]);
  }
});

/** The longest questions, and one that its letters alone would not have made smaller. */
const LONG_QUESTIONS = [
  'Which of these clubs from the north of the country won the Women’s Championship by more than twenty points in the season of eight home wins?',
  'Against which team did Mohammed Mwamwenyewanga score four of his goals in the final?',
] as const;

/** The screens on which a game needs no scrolling (design.md#space-and-shape). */
const FITTED = [
  [360, 640],
  [320, 568],
] as const;

/** Makes the page deal questions whose answers have 40 letters, repeating the long ones. */
async function dealLong(page: Page): Promise<void> {
  await page.route('**/api/v2/questions/*', async (route) => {
    const response = await route.fetch();
    const reply = await response.json();
    const dealt = Array.isArray(reply.data) ? reply.data : [reply.data];
    for (const [index, one] of dealt.entries()) {
      const options = [...'ABCD'].map((letter) => `${letter} ${LONG}`.slice(0, 40));
      const question = LONG_QUESTIONS[index % LONG_QUESTIONS.length];
      Object.assign(one, { question, options, answers: options[0], picture: undefined });
    }
    await route.fulfill({ response, json: reply });
  });
}

test('the longest questions with the longest answers fit the screen', {
  tag: '@space',
}, async ({ page }) => {
  await dealLong(page);
  await comeHome(page, 'Ada');
  await startRound(page, 'La Liga', 'Easy');
  for (const [width, height] of FITTED) {
    await page.setViewportSize({ width, height });
    for (const question of [...LONG_QUESTIONS].reverse()) {
      await page.getByRole('button', { name: 'Skip' }).press('Enter');
      await expect(questionOnTable(page)).toHaveText(question);
      await atRest(page);
      expect(await isWhole(page), `${question} at ${width}×${height}`).toBe(true);
    }
  }
});

const PICTURED = [
  ['pitch', 'largest', 320, 568],
  ['score', 'largest', 360, 640],
  ['pitch', 'wordiest', 360, 640],
  ...(['career', 'flag', 'pitch', 'score', 'shirt', 'table'] as const).map(
    (kind) => [kind, 'wordiest', 320, 568] as const,
  ),
] as const;

for (const [index, [kind, from, width, height]] of PICTURED.entries()) {
  test(
    `a question with a picture (${kind}, ${from}) fits a screen of ${width}×${height}`,
    restInFull(index, '@space'),
    async ({ page, relay }) => {
      await page.setViewportSize({ width, height });
      await roundWithPicture(kind, from)({ page, relay, isGlo: false });
      expect(await isWhole(page)).toBe(true);
    },
  );
}

test('on its side the question is on the left and the answers on the right, two by two', {
  tag: '@space',
}, async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 360 });
  await comeHome(page, 'Ada');
  await page.getByRole('button', { name: 'La Liga' }).click();
  await page.getByRole('button', { name: /^Easy/ }).press('Enter');
  await skipKickOff(page);
  await questionOnTable(page).waitFor();
  const boxes = (await places(page)) as { x: number; y: number; width: number }[];
  const [a, b, c, d] = boxes;
  expect([a?.y, c?.y]).toEqual([b?.y, d?.y]);
  expect([a?.x, b?.x]).toEqual([c?.x, d?.x]);
  const heading = await questionOnTable(page).boundingBox();
  expect((heading?.x ?? 0) + (heading?.width ?? 0)).toBeLessThan(a?.x ?? 0);
  expect(await isWhole(page)).toBe(true);

  // In text twice as large they are below each other, and the page scrolls to them.
  await enlargeText(page);
  const large = (await places(page)) as { x: number; y: number }[];
  expect(new Set(large.map(({ x }) => x)).size).toBe(1);
  expect(new Set(large.map(({ y }) => y)).size).toBe(4);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.body.clientWidth,
  );
  expect(overflow).toBe(0);
  await page.getByRole('article').getByRole('button').last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('article').getByRole('button').last()).toBeInViewport({ ratio: 1 });
});

for (const [index, kind] of (['flag', 'pitch'] as const).entries()) {
  test(
    `on its side the whole question fits between its picture (${kind}) and Skip`,
    restInFull(index, '@space'),
    async ({ page, relay }) => {
      await page.setViewportSize({ width: 640, height: 360 });
      await roundWithPicture(kind, 'largest')({ page, relay, isGlo: false });
      const picture = await page.locator('[data-picture]').first().boundingBox();
      const words = await questionOnTable(page).evaluate((heading) => {
        const text = document.createRange();
        text.selectNodeContents(heading);
        const { top, bottom } = text.getBoundingClientRect();
        return { top, bottom };
      });
      const skip = await page.getByRole('button', { name: 'Skip' }).boundingBox();
      expect(words.top).toBeGreaterThanOrEqual((picture?.y ?? 0) + (picture?.height ?? 0));
      expect(words.bottom).toBeLessThanOrEqual(skip?.y ?? 0);
      expect(picture?.height).toBeGreaterThanOrEqual(72);
    },
  );
}
