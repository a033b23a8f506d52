import '../../support/fake-clock.ts';

import { act, render, renderHook, screen } from '@testing-library/react';
import { createElement } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { Toaster } from '../../../src/components/toaster.tsx';
import type { Verdict } from '../../../src/contract/rush.ts';
import { pageClock } from '../../../src/lib/clock.ts';
import { ApiError, NetworkError } from '../../../src/lib/errors.ts';
import {
  answerOf,
  askedOf,
  isTableClosed,
  laidOut,
  leftAt,
  type SealedPosition,
  sealedOutcome,
  type Table,
  useOneTab,
  useSealed,
  withVerdict,
} from '../../../src/play/sealed.ts';
import { ANSWER_FLASH_MS } from '../../../src/rules/levels.ts';
import { pass, settle, sleep } from '../../support/fake-clock.ts';
import { anotherTabWith, withLocks } from '../../support/fake-locks.ts';

const OPTIONS = ['Lagos', 'Kano', 'Jos', 'Aba'];

const positionAt = (number: number, parts: Partial<SealedPosition> = {}): SealedPosition => ({
  card: { id: `${number}`, question: `Question ${number}?`, options: OPTIONS },
  timerMs: 15_000,
  leftMs: 15_000,
  waitsMs: 0,
  isFrozen: false,
  ...parts,
});

type Judged = { verdict: Verdict['verdict']; next: SealedPosition | null };

const RIGHT: Judged = { verdict: 'right', next: positionAt(2) };

type Reply = Judged | Error;

/** Plays a question against a referee who gives these replies in turn, then none. */
function play(
  replies: Reply[] = [],
  {
    position = positionAt(1),
    isResumed = false,
    now = [] as (SealedPosition | null | Error)[],
  } = {},
) {
  const sent: ReturnType<typeof answerOf>[] = [];
  const told = { onGone: vi.fn(), onUnknown: vi.fn(), onLastSeen: vi.fn() };
  const given = async <One>(list: (One | Error)[]): Promise<One> => {
    const one = list.shift();
    if (one === undefined) return new Promise(() => undefined);
    if (one instanceof Error) throw one;
    return one;
  };
  const page = renderHook(() => {
    const game = useSealed<SealedPosition, Table<SealedPosition>>({
      position,
      isResumed,
      place: laidOut,
      isClosed: isTableClosed,
      current: () => given(now),
      behind: ['rush/level-over'],
      onTimeUp: () => answer(null),
      ...told,
    });
    function answer(choice: string | null) {
      if (isTableClosed(game.newest.current)) return;
      const body = answerOf(game.newest.current, choice);
      game.change((table) => ({ ...table, asked: askedOf(choice) }));
      void game.carryOut(async () => {
        const { verdict, next } = await game.ask(() => {
          sent.push(body);
          return given(replies);
        });
        const shown = { choice, answer: 'Lagos', verdict, points: null };
        game.change((table) => withVerdict(table, shown, next, pageClock()));
      });
    }
    return { ...game, answer };
  });
  const tap = async (...choices: string[]) => {
    act(() => {
      for (const choice of choices) page.result.current.answer(choice);
    });
    await settle();
  };
  return {
    sent,
    told,
    tap,
    leave: page.unmount,
    table: () => page.result.current.table,
    line: () => page.result.current.line.state,
  };
}

describe('the clock of a question', () => {
  test('gives the question up once, when it has run out', async () => {
    const { sent } = play();
    await pass(14_999);
    expect(sent).toEqual([]);
    await pass(60_000);
    expect(new Set(sent.map((body) => JSON.stringify(body)))).toEqual(
      new Set([JSON.stringify({ choice: null, end: 'timeout', ms: 15_000 })]),
    );
  });

  test('runs from the start that the referee names, and on what it has left', async () => {
    const { sent, tap, table } = play([], {
      position: positionAt(1, { leftMs: 9000, waitsMs: 3000 }),
    });
    await pass(3000);
    expect(leftAt(table().clock, pageClock())).toBe(9000);
    await pass(2000);
    await tap('Jos');
    expect(sent).toEqual([{ choice: 'Jos', end: 'answered', ms: 8000 }]);
  });

  test('runs on while the phone sleeps', async () => {
    const { sent } = play();
    sleep(20_000);
    await pass(1000);
    expect(sent[0]).toEqual({ choice: null, end: 'timeout', ms: 15_000 });
  });

  test('is shown as stopped until it runs again', async () => {
    const { table } = play([], { position: positionAt(1, { waitsMs: 30_000, isFrozen: true }) });
    expect(table().clock.isFrozen).toBe(true);
    await pass(30_000);
    expect(table().clock.isFrozen).toBe(false);
  });

  test('gives nothing up while an answer is with the referee', async () => {
    const { sent, tap } = play();
    await tap('Jos');
    await pass(20_000);
    expect(sent.every(({ choice }) => choice === 'Jos')).toBe(true);
  });
});

describe('one answer a question', () => {
  test('a second tap sends nothing, even before the screen has drawn the first', async () => {
    const { sent, tap, table } = play();
    await tap('Jos', 'Kano');
    await tap('Aba');
    expect(sent.map(({ choice }) => choice)).toEqual(['Jos']);
    expect(sealedOutcome(table(), 'Jos')).toBe('picked');
    expect(sealedOutcome(table(), 'Aba')).toBeNull();
  });

  test('a tap while the verdict is seen is no answer to the next question', async () => {
    const { sent, tap, table } = play([RIGHT]);
    await tap('Lagos');
    await pass(ANSWER_FLASH_MS - 1);
    await tap('Jos');
    expect(table().card.id).toBe('1');
    await pass(1);
    expect(table().card.id).toBe('2');
    expect(table().shown).toBeNull();
    expect(sent).toHaveLength(1);
  });

  test('a wrong one is shown with the right one, and after the last nothing follows', async () => {
    const { tap, table, told } = play([{ verdict: 'wrong', next: null }]);
    await tap('Jos');
    expect(OPTIONS.map((option) => sealedOutcome(table(), option))).toEqual([
      'missed',
      null,
      'wrong',
      null,
    ]);
    expect(told.onLastSeen).not.toHaveBeenCalled();
    await pass(ANSWER_FLASH_MS);
    expect(told.onLastSeen).toHaveBeenCalledOnce();
    expect(table().card.id).toBe('1');
  });
});

describe('an answer that gets no reply', () => {
  test('is sent again as it was, until it is judged', async () => {
    const { sent, tap, table, line } = play([new NetworkError(), new NetworkError(), RIGHT]);
    await pass(2000);
    await tap('Lagos');
    expect(line()).toBe('lost');
    await pass(10_000);
    expect(sent).toEqual(Array(3).fill({ choice: 'Lagos', end: 'answered', ms: 2000 }));
    expect(line()).toBe('back');
    expect(table().card.id).toBe('2');
  });

  test('is not sent again by a page that was left', async () => {
    const { sent, tap, leave } = play([new NetworkError(), RIGHT]);
    await tap('Lagos');
    leave();
    await pass(60_000);
    expect(sent).toHaveLength(1);
  });
});

describe('an answer that is refused', () => {
  const refusal = (status: number, code: string) => new ApiError('No such level.', status, code);

  test('is told, and the game goes on where the referee has it', async () => {
    render(createElement(Toaster));
    const { tap, table } = play([refusal(422, 'request/invalid')], { now: [positionAt(5)] });
    await tap('Jos');
    await pass(200);
    expect(screen.getByText('No such level.')).toBeDefined();
    expect(table()).toMatchObject({ card: { id: '5' }, asked: null, shown: null });
  });

  test('is not told where the game has only gone on without this page', async () => {
    render(createElement(Toaster));
    const { tap, table } = play([refusal(409, 'rush/level-over')], { now: [positionAt(3)] });
    await tap('Jos');
    await pass(200);
    expect(screen.queryByText('No such level.')).toBeNull();
    expect(table().card.id).toBe('3');
  });

  test('ends here what the referee says has ended', async () => {
    const { tap, told } = play([refusal(409, 'rush/level-over')], { now: [null] });
    await tap('Jos');
    expect(told.onGone).toHaveBeenCalledOnce();
    expect(told.onUnknown).not.toHaveBeenCalled();
  });

  test('says so where the position cannot be learnt', async () => {
    const gone = refusal(404, 'unknown');
    const { tap, told } = play([refusal(409, 'rush/level-over')], { now: [gone] });
    await tap('Jos');
    expect(told.onUnknown).toHaveBeenCalledOnce();
  });

  test('asks for nothing more for a player who was signed out', async () => {
    const now = [positionAt(5)];
    const { tap, told } = play([refusal(401, 'session/required')], { now });
    await tap('Jos');
    expect(now).toHaveLength(1);
    expect(told.onGone).not.toHaveBeenCalled();
  });
});

describe('another tab', () => {
  function openTab() {
    const on = { taken: vi.fn(), held: vi.fn() };
    return { ...on, ...renderHook(() => useOneTab('a-run', on)) };
  }

  test('that plays keeps this one out until it is closed', async () => {
    const other = anotherTabWith(withLocks(), 'a-run');
    const { taken, held } = openTab();
    await settle();
    expect(taken).toHaveBeenCalledOnce();
    expect(held).not.toHaveBeenCalled();
    await other.close();
    await settle();
    expect(held).toHaveBeenCalledOnce();
  });

  test('takes over once this page is left, and this page sends nothing more', async () => {
    withLocks();
    const { held, result, unmount } = openTab();
    await settle();
    expect(held).toHaveBeenCalledOnce();
    const { signal } = result.current.current;
    unmount();
    await settle();
    expect(signal.aborted).toBe(true);
    const next = openTab();
    await settle();
    expect(next.held).toHaveBeenCalledOnce();
    expect(next.taken).not.toHaveBeenCalled();
  });
});
