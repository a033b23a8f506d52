import '../../../support/fake-clock.ts';

import { fireEvent, screen } from '@testing-library/react';
import { OutboxHost } from '../../../../src/app/outbox-host.tsx';
import { QuizPage } from '../../../../src/features/quiz/quiz-page.tsx';
import type { SavedRound } from '../../../../src/round/saved-round.ts';
import { saveRound } from '../../../../src/round/store.ts';
import { aRound, questions } from '../../../support/builders.ts';
import { settle } from '../../../support/fake-clock.ts';
import { renderScreen } from '../../../support/render.tsx';

/** Opens the quiz by its address, and waits for what is on the phone. */
export async function open(at = '/quiz/english-premier-league/medium') {
  const rendered = renderScreen(
    <>
      <OutboxHost />
      <QuizPage />
    </>,
    { path: '/quiz/:categoryId/:level', at },
  );
  await settle();
  return rendered;
}

/** Stores a round with this question on the table since so long, and opens it. */
export async function openAt(number: number, shownAgoMs = 0, parts: Partial<SavedRound> = {}) {
  await saveRound(begun(number - 1, shownAgoMs, parts));
  return open();
}

/** A round whose first `done` questions were answered right, with the next one on the table. */
export function begun(
  done: number,
  shownAgoMs: number,
  parts: Partial<SavedRound> = {},
): SavedRound {
  const round = aRound(parts);
  const shownAt = Date.now() - shownAgoMs;
  return {
    ...round,
    state: {
      terms: round.terms,
      questions: round.questions,
      rows: questions(done).map(({ id, answer: right }) => ({
        questionId: id,
        choice: right,
        ms: 2000,
        end: 'answered',
      })),
      shownAt,
      steppedAt: shownAt,
      left: false,
    },
  };
}

/** Presses a button and lets the phone store what comes of it. */
export async function press(name: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
}

/** The question on the table. */
export const question = () => screen.getByRole('heading', { level: 1 }).textContent;

/** The seconds that the countdown shows. */
export const seconds = () => Number.parseInt(screen.getByRole('timer').textContent ?? '', 10);

/** What the dots of the questions that are over say. */
export const ended = () =>
  screen.getAllByLabelText(/^\d+: /).map((dot) => dot.getAttribute('aria-label'));
