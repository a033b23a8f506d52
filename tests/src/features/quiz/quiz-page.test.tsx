import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { roundLock } from '../../../../src/config/storage-keys.ts';
import { QuizPage } from '../../../../src/features/quiz/quiz-page.tsx';
import { forgetRound, roundAtom, type SavedRound, saveRound } from '../../../../src/round/store.ts';
import { beginRound } from '../../../../src/rules/round.ts';
import { store } from '../../../../src/session/session.ts';
import { aRound } from '../../../support/builders.ts';
import { anotherTabWith, withLocks } from '../../../support/fake-locks.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';

const AT = '/quiz/english-premier-league/medium';

beforeEach(() => signIn());

function begun(done: number, shownAt: number, parts: Partial<SavedRound> = {}): SavedRound {
  const round = aRound(parts);
  const rows = round.questions
    .slice(0, done)
    .map(({ id }) => ({ questionId: id, choice: null, ms: 1, end: 'skipped' as const }));
  return { ...round, state: { ...beginRound(round.terms, round.questions, shownAt), rows } };
}

const open = () => renderScreen(<QuizPage />, { path: '/quiz/:categoryId/:level', at: AT });
const question = (number: number) =>
  screen.findByRole('heading', { name: `Question number ${number}?` });

test('no bare page stands while its game is looked for', async () => {
  await saveRound(aRound());
  open();
  expect(screen.getByRole('main').textContent).toBe('');
  await screen.findByText('Kick-off in');
});

/** The first question of a game, at once. */
async function firstQuestion() {
  await screen.findByText('Kick-off in');
  await userEvent.keyboard('{Enter}');
  return question(1);
}

describe('the quiz reached by navigation state', () => {
  const arrive = (state: unknown) =>
    renderScreen(
      <>
        <Where />
        <QuizPage />
      </>,
      { path: '/quiz/:categoryId?/:level?', at: { pathname: '/quiz', state } },
    );

  test.each([
    ['category id and level', { categoryId: 'english-premier-league', level: 'medium' }, 'medium'],
    ['a category id alone', { categoryId: 'english-premier-league' }, 'hard'],
    ['a level that there is not', { categoryId: 'english-premier-league', level: 'x' }, 'hard'],
  ])('by %s plays that round, under its own address', async (_what, state, level) => {
    await saveRound(aRound({ level: level as SavedRound['level'] }));
    arrive(state);
    await firstQuestion();
    expect(screen.getByText(`At /quiz/english-premier-league/${level}`)).toBeTruthy();
  });

  test('without a round of it is far gone', async () => {
    arrive({ categoryId: 'la-liga', level: 'easy' });
    await screen.findByText("It's far gone");
    await screen.findByText('At /home');
  });

  test.each([
    ['no state', undefined],
    ['no category', { level: 'easy' }],
    ['a state of another shape', 'la-liga'],
  ])('with %s is far gone', async (_what, state) => {
    await saveRound(aRound());
    arrive(state);
    await screen.findByText("It's far gone");
    await screen.findByText('At /home');
  });
});

describe('two rounds of one address', () => {
  const later = (parts: Partial<SavedRound> = {}) =>
    aRound({ key: 'later', isForLater: true, ...parts });

  test('the begun one goes on, and the saved one stays as it is', async () => {
    await saveRound(later());
    await saveRound(begun(3, Date.now() - 100));
    open();
    await question(4);
  });

  test('the one that was chosen on the dashboard is played', async () => {
    await saveRound(later());
    await saveRound(begun(3, Date.now() - 100));
    const { unmount } = open();
    await question(4);
    unmount();
    renderChosen(later());
    await firstQuestion();
  });

  test('a chosen round that another tab ended is far gone', async () => {
    renderChosen(later());
    await screen.findByText("It's far gone");
  });

  function renderChosen(round: SavedRound) {
    function Chosen() {
      // As the dashboard does before it leads here.
      if (store.get(roundAtom) === null) store.set(roundAtom, round);
      return <QuizPage />;
    }
    renderScreen(<Chosen />, { path: '/quiz/:categoryId/:level', at: AT });
  }
});

describe('a round that is open in another tab', () => {
  const withOtherTab = () => anotherTabWith(withLocks(), roundLock('round-1'));

  test('is not played, and says so', async () => {
    withOtherTab();
    await saveRound(begun(2, Date.now()));
    open();
    await screen.findByRole('heading', { name: 'This game is open in another tab' });
    expect(screen.queryByRole('article')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Go Home' }));
    await screen.findByText('At /home');
  });

  test('goes on here, as it then stands, when the other tab is closed', async () => {
    const other = withOtherTab();
    await saveRound(begun(2, Date.now()));
    open();
    await screen.findByRole('heading', { name: 'This game is open in another tab' });
    await saveRound(begun(6, Date.now()));
    await act(() => other.close());
    await question(7);
  });

  test('and ended there leads home', async () => {
    const other = withOtherTab();
    await saveRound(begun(2, Date.now()));
    open();
    await screen.findByRole('heading', { name: 'This game is open in another tab' });
    await forgetRound(aRound());
    await act(() => other.close());
    await screen.findByText('Your game ended in the other tab');
    await screen.findByText('At /home');
  });

  test('is let go when this tab leaves it', async () => {
    const locks = withLocks();
    await saveRound(begun(2, Date.now()));
    const { unmount } = open();
    await question(3);
    const isFree = () =>
      locks.request(roundLock('round-1'), { ifAvailable: true }, (lock) => lock !== null);
    expect(await isFree()).toBe(false);
    unmount();
    await vi.waitFor(async () => expect(await isFree()).toBe(true));
  });
});

function Where() {
  return <p>At {useLocation().pathname}</p>;
}
