import { expect } from 'playwright/test';
import { CONTENT, readContent } from '../../../question-bank/reader/content.ts';
import type { Picture } from '../../../src/contract/picture.ts';
import { quiz, type Screen, type Stage } from './stage.ts';

type Kind = Picture['kind'];

const drawn = Map.groupBy(
  readContent(CONTENT).generated.flatMap(({ picture, ...question }) =>
    picture === undefined ? [] : [{ ...question, picture }],
  ),
  ({ picture }) => picture.kind,
);

type Drawn = NonNullable<ReturnType<typeof drawn.get>>[number];

/**
 * A round whose first question has the largest picture of a kind, or the smallest, or the most
 * words with it.
 */
export function roundWithPicture(kind: Kind, from: 'largest' | 'least' | 'wordiest') {
  const sizeOf = ({ picture, question, options }: Drawn) =>
    (from === 'wordiest' ? question + options.join() : JSON.stringify(picture)).length;
  const bySize = (drawn.get(kind) ?? []).toSorted((one, other) => sizeOf(other) - sizeOf(one));
  const shown = from === 'least' ? bySize.at(-1) : bySize[0];
  return async (stage: Stage) => {
    const { page } = stage;
    await page.route('**/api/v2/questions/*', async (route) => {
      const reply = await route.fetch();
      const body = await reply.json();
      if (shown !== undefined && Array.isArray(body.data)) {
        const { question, options, answer, fact, picture } = shown;
        Object.assign(body.data[0], { question, options, answers: answer, fact, picture });
      }
      await route.fulfill({ response: reply, json: body });
    });
    await quiz(stage);
    await expect(page.locator('[data-picture]').first()).toBeVisible();
  };
}

/** The card of a question with each kind of picture. */
export const PICTURES: Screen[] = [...drawn.keys()].toSorted().flatMap((kind) => [
  { name: `quiz, ${kind}`, open: roundWithPicture(kind, 'largest') },
  { name: `quiz, ${kind}, small`, open: roundWithPicture(kind, 'least') },
]);
