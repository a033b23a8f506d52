import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { practiceLock } from '../../../../src/config/storage-keys.ts';
import type { Question } from '../../../../src/contract/points.ts';
import {
  keepStep,
  PracticePage,
  readPractice,
} from '../../../../src/features/practice/practice-page.tsx';
import { keepMissed } from '../../../../src/round/missed.ts';
import type { RoundState } from '../../../../src/rules/round.ts';
import { aRound, aUser, NOON, questions } from '../../../support/builders.ts';
import { aDeck, answerDeck, goBack, press, questionOnTable } from '../../../support/deck.ts';
import { anotherTabWith, withLocks } from '../../../support/fake-locks.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';

describe('practice', () => {
  const DAY_MS = 86_400_000;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON });
    signIn();
  });

  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  /** A finished game with this many wrong answers. */
  async function miss(count: number, asked: Question[] = questions(count)) {
    const rows = asked.map(({ id, options }) => ({
      questionId: id,
      choice: options[1] ?? null,
      ms: 2000,
      end: 'answered' as const,
    }));
    const round = aRound({ questions: asked });
    const { terms } = round;
    const state: RoundState = {
      terms,
      questions: asked,
      rows,
      shownAt: 0,
      steppedAt: 0,
      left: false,
    };
    await keepMissed(round, state, Date.now());
  }

  const open = () => renderScreen(<PracticePage />, { path: '/practice', at: '/practice' });

  /** The page as it is opened again. */
  function reopen(rendered: ReturnType<typeof open>) {
    rendered.unmount();
    return open();
  }

  const option = (text: string) => new RegExp(`\\b${text}\\b`);

  const table = () => questionOnTable()?.textContent;

  test('without mistakes it says what comes, and leads to a game', async () => {
    open();
    await screen.findByText('No mistakes yet');
    expect(screen.getByRole('link', { name: /Pass the phone/ })).toBeTruthy();
    await press('Play a game');
    await screen.findByText('At /home');
  });

  test('what was missed is offered with what was said, and never with its answer', async () => {
    await miss(2);
    open();
    await screen.findByText('questions to win back.');
    const card = screen.getByRole('article');
    expect(card.textContent).toContain('Question number 1?');
    expect(card.textContent).toContain('You said Wrong 1');
    expect(card.textContent).toContain('English Premier League');
    expect(card.textContent).not.toContain('Right 1');
  });

  test('a right one leaves the pile, a wrong one comes again at its end', async () => {
    await miss(
      2,
      questions(2).map((one) => ({ ...one, fact: `It was ${one.answer}.` })),
    );
    open();
    await press('Start: 2 questions');
    await press(option('Wrong 1'));
    await screen.findByText(/^Wrong\. The right answer is [A-D], Right 1\.$/);
    expect(screen.getByText('It was Right 1.')).toBeTruthy();
    await press('Next. This one comes again');
    expect(table()).toBe('Question number 2?');
    await press(option('Right 2'));
    await press('Next question');
    expect(table()).toBe('Question number 1?');
    await press(option('Right 1'));
    await press('Finish');
    await screen.findByText('2 of 2 right now');
    expect(screen.getByText('1 at the first try.')).toBeTruthy();
    expect(screen.getByText('Done for today')).toBeTruthy();
    expect(screen.getByText('The next ones come in 3 days.')).toBeTruthy();
  });

  test('a question that was missed comes again with its picture', async () => {
    const picture = { kind: 'pitch', formation: '4-4-2', gold: 0 } as const;
    await miss(
      2,
      questions(2).map((one, index) => (index === 0 ? { ...one, picture } : one)),
    );
    open();
    await press('Start: 2 questions');
    await screen.findByRole('img', { name: /The gold dot is in goal$/ });
    await press(option('Right 1'));
    await press('Next question');
    expect(table()).toBe('Question number 2?');
    const [now] = screen.getAllByRole('article');
    expect(now?.querySelector('[data-picture]')).toBeNull();
  });

  test('asking for the answer counts as wrong, and the question comes again', async () => {
    await miss(1);
    open();
    await press('Start: 1 question');
    await press('Show the answer');
    await press('Next. This one comes again');
    expect(table()).toBe('Question number 1?');
    await press(option('Right 1'));
    await press('Finish');
    await screen.findByText('0 at the first try.');
  });

  test('right today, after 3 and after 10 days it is won back', async () => {
    await miss(1);
    let rendered = open();
    for (const days of [0, 3, 10]) {
      if (days > 0) {
        vi.setSystemTime(Date.now() + (days - 1) * DAY_MS);
        rendered = reopen(rendered);
        await screen.findByText('The next ones come tomorrow.');
        vi.setSystemTime(Date.now() + DAY_MS);
        rendered = reopen(rendered);
      }
      await press('Start: 1 question');
      await press(option('Right 1'));
      await press('Finish');
    }
    await screen.findByText('All won back');
    reopen(rendered);
    await screen.findByText(/^You won back 1\./);
  });

  test('at most ten at a time; the others wait', async () => {
    await miss(10);
    await miss(2, questions(12).slice(10));
    const rendered = open();
    await press('Start: 10 questions');
    await press(option('Right 1'));
    await goBack();
    await screen.findByRole('dialog', { name: 'Leave practice?' });
    await press('Leave');
    expect((await screen.findByText('again today')).textContent).toBe('11 again today');
    reopen(rendered);
    expect((await screen.findByText('again today')).textContent).toBe('11 again today');
  });

  test('on a phone that stores nothing it goes on, and says so', async () => {
    await miss(2);
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const rendered = open();
    await press('Start: 2 questions');
    await press(option('Right 1'));
    await press('Next question');
    await press(option('Right 2'));
    await press('Finish');
    await screen.findByText(/^This phone cannot keep your practice\./);
    expect(screen.getByText('2 of 2 right now')).toBeTruthy();
    reopen(rendered);
    await screen.findByText('Done for today');
  });

  test('a set that another tab plays waits for it, and has what that one left', async () => {
    const other = anotherTabWith(withLocks(), practiceLock('player-1'));
    await miss(2);
    const rendered = open();
    await press('Start: 2 questions');
    await screen.findByText('This game is open in another tab');
    await keepStep('player-1', { type: 'right', on: '2026-11-21', id: 'question-1' });
    await other.close();
    await press(option('Right 2'));
    await press('Finish');
    await screen.findByText('1 of 1 right now');
    expect(screen.getByText('in 3 days').textContent).toBe('2 in 3 days');

    // It can be pressed again.
    await miss(1);
    reopen(rendered);
    await press('Start: 1 question');
    await vi.waitFor(() => expect(table()).toBe('Question number 1?'));
  });

  test('where another tab won the whole set back for today, that is said', async () => {
    const other = anotherTabWith(withLocks(), practiceLock('player-1'));
    await miss(1);
    open();
    await press('Start: 1 question');
    await screen.findByText('This game is open in another tab');
    await keepStep('player-1', { type: 'right', on: '2026-11-21', id: 'question-1' });
    await other.close();
    await screen.findByText('Done for today');
  });

  test('a game that ends in one tab while another takes up practice loses and repeats nothing', async () => {
    withLocks();
    await miss(1);
    await Promise.all([readPractice('player-1'), miss(1, questions(2).slice(1))]);
    await keepStep('player-1', { type: 'right', on: '2026-11-21', id: 'question-1' });
    const { mistakes } = await readPractice('player-1');
    expect(mistakes.map(({ id, rights }) => [id, rights])).toEqual([
      ['question-1', 1],
      ['question-2', 0],
    ]);
  });

  test('another player finds none of it', async () => {
    await miss(2);
    signIn(aUser({ id: 'player-2' }));
    open();
    await screen.findByText('No mistakes yet');
  });
});

describe('without the questions', () => {
  /** The replies of the network; it throws without one. */
  const line = vi.fn<() => Response>();

  beforeEach(() => {
    // A fetched deck lives as long as the page.
    vi.resetModules();
    line.mockReset();
    vi.stubGlobal('fetch', async () => line());
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'connection');
  });

  async function open() {
    const { TryFivePage } = await import('../../../../src/features/practice/try-five-page.tsx');
    return renderScreen(<TryFivePage />, { path: '/try', at: '/try' });
  }

  const noLine = () => {
    throw new TypeError('Failed to fetch');
  };

  test('without a line and without the questions it says so, and tries again', async () => {
    line.mockImplementation(noLine);
    await open();
    await screen.findByText('The questions are not here yet');
    line.mockImplementation(() => Response.json(aDeck(20)));
    await press('Try again');
    await answerDeck(true);
    expect(line).toHaveBeenCalledTimes(2);
  });

  test('what is no deck is none', async () => {
    line.mockImplementation(() => Response.json({ categories: [], questions: [] }));
    await open();
    await screen.findByText('The questions are not here yet');
  });

  test("who doesn't want to wait gets started", async () => {
    line.mockImplementation(noLine);
    await open();
    await press('Get started');
    await screen.findByText('At /');
  });

  test('a phone that saves data is asked first', async () => {
    Object.defineProperty(navigator, 'connection', {
      configurable: true,
      value: { saveData: true },
    });
    line.mockImplementation(() => Response.json(aDeck(20)));
    await open();
    await screen.findByText('Your phone saves data');
    expect(line).not.toHaveBeenCalled();
    await press('Get the questions');
    await answerDeck(true);
  });
});
