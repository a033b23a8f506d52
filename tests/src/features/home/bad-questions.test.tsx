import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { QuizPage } from '../../../../src/features/quiz/quiz-page.tsx';
import { forgetRound, readRounds, saveRound } from '../../../../src/round/store.ts';
import { currentSession } from '../../../../src/session/session.ts';
import { aRound, questions } from '../../../support/builders.ts';
import { dealtQuestions, issuedRound } from '../../../support/dealt-round.ts';
import { type Answer, answer, type SeenRequest } from '../../../support/fake-api.ts';
import {
  pick,
  popularityIsCounted,
  QUESTIONS,
  showPicker,
} from '../../../support/level-picker.tsx';
import { renderScreen, signIn } from '../../../support/render.tsx';

const keysOf = (seen: SeenRequest[]) => seen.map(({ headers }) => headers.get('Idempotency-Key'));

/** Ten questions with a change in the last one. */
function withOne(change: object) {
  const dealt: object[] = dealtQuestions();
  return dealt.with(9, { ...dealt[9], ...change });
}

const BAD_QUESTIONS: [string, unknown][] = [
  ['three options', withOne({ options: ['Right 10', 'Wrong 10', 'Third'] })],
  ['two right options', withOne({ answers: ['Right 10', 'Third'] })],
  ['no right option', withOne({ answers: 'Fifth' })],
  ['no answer at all', withOne({ answers: undefined })],
  ['two options alike', withOne({ options: ['Right 10', 'Third', 'Third', 'Fourth'] })],
  ['400 letters', withOne({ question: 'x'.repeat(400) })],
  ['a question of blanks', withOne({ question: '   ' })],
  ['an option of blanks', withOne({ options: ['Right 10', ' ', 'Third', 'Fourth'] })],
  ['two options that look alike', withOne({ options: ['Right 10', 'Third', 'Third ', 'Fourth'] })],
  ['one question twice', dealtQuestions().with(9, dealtQuestions()[0] as never)],
  ['an empty list', []],
  ['nine questions', dealtQuestions().slice(1)],
  ['no list', null],
];

const BAD_ROUNDS: [string, unknown][] = [
  ['another category', { ...issuedRound, categoryId: 'la-liga' }],
  ['another level', { ...issuedRound, terms: { ...issuedRound.terms, level: 'hard' } }],
  ['no time to be played', { ...issuedRound, expiresAt: issuedRound.issuedAt }],
  ['no secret', { ...issuedRound, secret: '' }],
];

const cases: [string, Answer][] = [
  ...BAD_QUESTIONS.map(([what, data]): [string, Answer] => [what, { data }]),
  ...BAD_QUESTIONS.map(([what, data]): [string, Answer] => [
    `${what}, in a round`,
    { data, meta: { round: issuedRound } },
  ]),
  ...BAD_ROUNDS.map(([what, round]): [string, Answer] => [
    `a round of ${what}`,
    { data: dealtQuestions(), meta: { round } },
  ]),
];

test.each(cases)(
  '%s: told, nothing stored or spent, and the next tap goes on',
  async (_what, bad) => {
    const { onPlay, isPlayed } = showPicker();
    const good = { data: dealtQuestions(), meta: { round: issuedRound } };
    const asked = answer('get', QUESTIONS, bad, good);
    const isCounted = popularityIsCounted();

    await pick(/^Medium/);
    await screen.findByText('Failed to load questions');
    expect(await readRounds('player-1')).toEqual([]);
    expect(currentSession().user).toMatchObject({ pointBalance: 1000 });
    expect(onPlay).not.toHaveBeenCalled();

    await pick(/^Medium/);
    await isPlayed();
    await isCounted();
    // Other questions, under a key of their own.
    expect(asked).toHaveLength(2);
    expect(new Set(keysOf(asked)).size).toBe(2);
  },
);

test('a page of HTML decides nothing: the next tap is the same call', async () => {
  const { isPlayed } = showPicker();
  const good = { data: dealtQuestions(), meta: { round: issuedRound } };
  const hotspot = { raw: '<html>Welcome to the hotspot' };
  const asked = answer('get', QUESTIONS, hotspot, hotspot, good);
  const isCounted = popularityIsCounted();
  for (const tap of [1, 2]) {
    await pick(/^Medium/);
    await vi.waitFor(() => expect(asked).toHaveLength(tap));
  }
  await screen.findAllByText('Failed to load questions');
  await pick(/^Medium/);
  await isPlayed();
  await isCounted();
  expect(new Set(keysOf(asked)).size).toBe(1);
});

describe('on the table', () => {
  /** Opens the quiz at its first question, without the kick-off. */
  const openFirst = async () => {
    signIn();
    renderScreen(<QuizPage />, {
      path: '/quiz/:categoryId/:level',
      at: '/quiz/english-premier-league/medium',
    });
    await screen.findByText('Kick-off in');
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('article');
  };

  test('markup is text', async () => {
    const question = '<img src=x onerror="alert(1)"> Who <b>won</b>?';
    const [first, ...rest] = questions();
    if (!first) throw new Error('There is no question.');
    const options = ['<script>1</script>', '<b>Ajax</b>', '&amp;', '"><i>'];
    const changed = { ...first, question, options, answer: '<b>Ajax</b>' };
    await saveRound(aRound({ questions: [changed, ...rest] }));
    await openFirst();
    const heading = screen.getByRole('heading', { level: 1 });
    expect(heading.textContent).toBe(question);
    expect(heading.querySelector('img, b')).toBeNull();
    for (const option of options) expect(screen.getByText(option)).toBeTruthy();
  });

  test('a phone that keeps nothing lets the game be played, and says so once', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    onTestFinished(() => put.mockRestore());
    await saveRound(aRound({ key: 'unkept' }));
    await openFirst();
    screen.getByRole('heading', { name: 'Question number 1?' });
    await screen.findByText(/^This phone cannot save your game\./);
    fireEvent.click(screen.getByText('Right 1'));
    await screen.findByRole('heading', { name: 'Question number 2?' }, { timeout: 2000 });
    expect(screen.getAllByText(/^This phone cannot save your game\./)).toHaveLength(1);
    await forgetRound(aRound({ key: 'unkept' }));
  });
});
