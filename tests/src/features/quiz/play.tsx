import '../../../support/fake-clock.ts';

import { fireEvent, screen } from '@testing-library/react';
import { beforeEach } from 'vitest';
// Loaded with the test, because the game fetches them during play.
import '../../../../src/features/quiz/full-time.tsx';
import '../../../../src/features/quiz/ways.tsx';
import { OutboxHost } from '../../../../src/app/outbox-host.tsx';
import { QuizPage } from '../../../../src/features/quiz/quiz-page.tsx';
import { type SavedRound, saveRound } from '../../../../src/round/store.ts';
import { aRound, questions } from '../../../support/builders.ts';
import { answer } from '../../../support/fake-api.ts';
import { settle } from '../../../support/fake-clock.ts';
import { renderScreen } from '../../../support/render.tsx';

// Full time requests them to offer the next game.
beforeEach(() => {
  answer('get', 'user/dailyplays', { data: { count: 5 } });
  answer('get', 'points/user-points', { data: { user: { highScore: 0 } } });
});

/** Opens the quiz by its address, and waits for the phone's storage; a kick-off is skipped. */
export async function open(at?: string) {
  const rendered = await openPage(at);
  if (screen.queryByText(/(Kick-off|Question \d+) in/)) await skipKickOff();
  return rendered;
}

/** The same, with its kick-off. */
export async function openPage(at = '/quiz/english-premier-league/medium') {
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

/** Makes the first question come at once, by a key. */
export async function skipKickOff(): Promise<void> {
  fireEvent.keyDown(document.body, { key: 'Enter' });
  await settle();
}

/** An option of the current question, by its text. */
export const option = (text: string) =>
  screen.getByRole('button', { name: new RegExp(`^[A-D]\\. ?${text} ?(\\.|$)`) });

/** Stores a round with this question current for this long, and opens it. */
export async function openAt(
  number: number,
  shownAgoMs = 0,
  parts: Partial<SavedRound> = {},
  at?: string,
) {
  await saveRound(begun(number - 1, shownAgoMs, parts));
  return open(at);
}

/** A round with its first `done` questions answered right, and the next one current. */
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

/** Presses a button, or an option by its text, and lets the phone store the result. */
export async function press(name: string): Promise<void> {
  fireEvent.click(
    /^(Right|Wrong) \d/.test(name) ? option(name) : screen.getByRole('button', { name }),
  );
  await settle();
}

/** The current question. */
export const question = () => screen.getByRole('heading', { level: 1 }).textContent;

/** The seconds that the countdown shows. */
export const seconds = () => Number.parseInt(screen.getByRole('timer').textContent ?? '', 10);

/** The labels of the dots of finished questions. */
export const ended = () =>
  screen.getAllByLabelText(/^\d+: /).map((dot) => dot.getAttribute('aria-label'));

/** Full time's text on the game, as `9 of 10 right`; `null` during play. */
export const score = () =>
  screen.queryByText((_, element) => isScore(element))?.textContent ?? null;

/** Excluded while it lies beneath the last question. */
const isScore = (element: Element | null) =>
  element?.matches(':not([aria-hidden] *)') === true &&
  element.tagName === 'P' &&
  / of \d+ right$/.test(element.textContent ?? '');
