import '../../../support/fake-clock.ts';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Question } from '../../../../src/contract/points.ts';
import { questions } from '../../../support/builders.ts';
import { answer } from '../../../support/fake-api.ts';
import { pass } from '../../../support/fake-clock.ts';
import { markupOf, PAYLOADS, RAN } from '../../../support/payloads.ts';
import { signIn } from '../../../support/render.tsx';
import { openAt, press, question } from './play.tsx';

const text = (place: number) => PAYLOADS[place % PAYLOADS.length] ?? '';

/** A round in which every text is a payload. */
const hostile: Question[] = questions().map((each, index) => {
  const options = [1, 2, 3, 4].map((place) => text(index + place));
  return {
    ...each,
    question: text(index),
    options,
    answer: options[0] ?? '',
    fact: text(index + 5),
  };
});

beforeEach(() => {
  signIn();
  answer('post', 'points', { data: {} });
});

function expectNothingMade(): void {
  expect(markupOf(document)).toEqual([]);
  expect(document.title).not.toBe(RAN);
}

test('questions, options, the right answer, its fact and the review are texts and nothing else', async () => {
  const category = { id: 'english-premier-league', name: text(0) };
  await openAt(1, 0, { questions: hostile, category });
  for (const { question: asked, options } of hostile) {
    expect(question()).toContain(asked);
    for (const option of options) expect(document.body.textContent).toContain(option);
    expectNothingMade();
    const [first] = screen.getByRole('article').getElementsByTagName('button');
    if (first) fireEvent.click(first);
    await pass(500);
    expectNothingMade();
    await pass(1500);
  }
  await press('Review answers');
  const review = screen.getByRole('dialog', { name: 'Review answers' });
  for (const payload of PAYLOADS) expect(review.textContent).toContain(payload);
  expectNothingMade();
});
