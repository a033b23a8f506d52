import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Outcome } from '../components/question.tsx';
import { toastError } from '../components/toast.ts';
import type { ErrorCode } from '../contract/error-codes.ts';
import type { Verdict } from '../contract/rush.ts';
import { pageClock } from '../lib/clock.ts';
import { isApiError, messageOf } from '../lib/errors.ts';
import { holdLock, keepAwake } from '../lib/locks.ts';
import { atInstant, untilAnswered } from '../lib/until-answered.ts';
import { useRunLine } from '../offline/use-run-line.ts';
import { ANSWER_FLASH_MS } from '../rules/levels.ts';
import type { PowerUp } from '../rules/tournament.ts';

/** A question as the screen shows it. The phone does not know its answer. */
export type Card = { id: string; question: string; options: readonly string[] };

/** The position of a sealed game, as its referee sends it. Times are in milliseconds from that moment. */
export type SealedPosition = {
  card: Card;
  /** The question's whole time, and the time left. */
  timerMs: number;
  leftMs: number;
  /** The time until the clock runs, if it has not started yet or was stopped. */
  waitsMs: number;
  isFrozen: boolean;
};

/**
 * A question's clock: `leftMs` is the time left at `from` (epoch milliseconds), when the clock starts to run.
 */
type Clock = { leftMs: number; from: number; isFrozen: boolean };

/** A step of the player that the referee has not answered yet. */
export type Asked =
  | { kind: 'answer'; choice: string }
  | { kind: 'timeout' }
  | { kind: 'power-up'; powerUp: PowerUp };

/** The verdict that the screen shows until `until`, in epoch milliseconds. */
type Shown = {
  choice: string | null;
  answer: string;
  verdict: Verdict['verdict'];
  /** `null` in a game without points. */
  points: number | null;
  /** The time that was left on the clock. */
  leftMs: number;
  until: number;
};

/**
 * A sealed question as a screen plays it. It is pure data; only the referee knows the answer
 * (game.md#sealed-runs).
 */
export type Table<P extends SealedPosition> = Omit<P, 'leftMs' | 'waitsMs' | 'isFrozen'> & {
  timerMs: number;
  clock: Clock;
  asked: Asked | null;
  shown: Shown | null;
  /** The position that is shown once the verdict has been seen, and when the referee's reply came. */
  next: { position: P; toldAt: number } | null;
};

type AnyTable = Pick<Table<SealedPosition>, 'timerMs' | 'clock' | 'asked' | 'shown' | 'next'>;

/** Makes a table of the position that the referee gave at `at`, in epoch milliseconds. */
export function laidOut<P extends SealedPosition>(position: P, at: number): Table<P> {
  const { leftMs, waitsMs, isFrozen, ...rest } = position;
  const clock = { leftMs, from: at + waitsMs, isFrozen };
  return { ...rest, clock, asked: null, shown: null, next: null };
}

/** The milliseconds left on a clock at `at` (epoch milliseconds). */
export function leftAt({ leftMs, from }: Clock, at: number): number {
  return Math.max(0, leftMs - Math.max(0, at - from));
}

/** Whether the player can do nothing at the moment: a step is being answered, or a verdict is shown. */
export function isTableClosed({ asked, shown }: Pick<AnyTable, 'asked' | 'shown'>): boolean {
  return asked !== null || shown !== null;
}

/** An answer in the form that the referee is sent. A `choice` of `null` says that the time ran out. */
export function answerOf({ timerMs, clock }: AnyTable, choice: string | null) {
  const end = choice === null ? ('timeout' as const) : ('answered' as const);
  return { choice, end, ms: Math.round(timerMs - leftAt(clock, pageClock())) };
}

/** An answer in the form that the table keeps until the referee replies. */
export function askedOf(choice: string | null): Asked {
  return choice === null ? { kind: 'timeout' } : { kind: 'answer', choice };
}

/** Shows a verdict that came at `at` for a moment. Then the `coming` position takes its place. */
export function withVerdict<P extends SealedPosition, T extends Pick<Table<P>, keyof AnyTable>>(
  table: T,
  shown: Omit<Shown, 'leftMs' | 'until'>,
  coming: P | null,
  at: number,
): T {
  const leftMs = shown.verdict === 'timeout' ? 0 : leftAt(table.clock, at);
  return {
    ...table,
    asked: null,
    shown: { ...shown, leftMs, until: at + ANSWER_FLASH_MS },
    next: coming && { position: coming, toldAt: at },
  };
}

/** The state of an option: chosen, judged, or right although it was not chosen. */
export function sealedOutcome(
  { asked, shown }: Pick<AnyTable, 'asked' | 'shown'>,
  option: string,
): Outcome | null {
  if (!shown) return asked?.kind === 'answer' && asked.choice === option ? 'picked' : null;
  const isRight = shown.verdict === 'right';
  if (option === shown.choice) return isRight ? 'right' : 'wrong';
  return !isRight && option === shown.answer ? 'missed' : null;
}

type Game<P, T> = {
  /** The position when the screen opens. */
  position: P;
  /** Whether the game was open before and continues on this screen. */
  isResumed?: boolean;
  place: (position: P, at: number) => T;
  isClosed: (table: T) => boolean;
  /** Whether nothing more is played, so that the phone may sleep. */
  isOver?: (table: T) => boolean;
  /** The game's position now; `null` once it has ended. */
  current: (signal: AbortSignal) => Promise<P | null>;
  /** Refusals which say that this page's position is out of date. The player does not see them. */
  behind: readonly ErrorCode[];
  onTimeUp: () => void;
  /** Called when the last verdict has been seen. */
  onLastSeen?: () => void;
  /** Called when the referee says that the game has ended. */
  onGone: () => void | Promise<void>;
  /** Called when a step was refused, before anything else is done about the refusal. */
  onRefused?: () => void;
  /** Called when a step was refused and the game's position cannot be learnt. */
  onUnknown: () => void;
};

/** Plays a game of sealed questions: the question on the table, its clock, and the referee's answers. */
export function useSealed<P extends SealedPosition, T extends Pick<Table<P>, keyof AnyTable>>(
  game: Game<P, T>,
) {
  const { position, place, isClosed, isOver = () => false, behind } = game;
  const [table, setTable] = useState(() => place(position, pageClock()));
  // A timer may fire before the next rendering, so a change is also kept in this ref at once.
  const newest = useRef(table);
  const change = useCallback((step: (table: T) => T) => {
    newest.current = step(newest.current);
    setTable(newest.current);
  }, []);
  const line = useRunLine(game.isResumed);
  const [left] = useState(() => new AbortController());
  const { signal } = left;
  useEffect(() => () => left.abort(), [left]);

  /** Asks the referee until there is an answer. */
  function ask<Reply>(work: (signal: AbortSignal) => Promise<Reply>): Promise<Reply> {
    return untilAnswered(work, signal, line.lose)
      .then(({ reply }) => reply)
      .finally(line.regain);
  }

  /** Carries out a step of the player. A refusal is shown, then the referee is asked for the position. */
  async function carryOut(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (signal.aborted) return;
      game.onRefused?.();
      // The route guards redirect a player who was signed out.
      if (isApiError(error) && error.status === 401) return;
      if (!behind.some((code) => isApiError(error, code))) toastError(messageOf(error));
      await findPlace().catch(game.onUnknown);
    }
  }

  /** Asks the referee for the game's position and replaces this page's position by it. */
  async function findPlace(): Promise<void> {
    const found = await ask(game.current);
    if (found) change(() => place(found, pageClock()));
    else await game.onGone();
  }

  const timeUp = useEffectEvent(game.onTimeUp);
  const moveOn = useEffectEvent(() => {
    const { next } = newest.current;
    if (next) change(() => place(next.position, next.toldAt));
    else game.onLastSeen?.();
  });
  const { clock, shown } = table;
  const isOpen = !isClosed(table);
  const isPlaying = !isOver(table);

  useEffect(() => (isPlaying ? keepAwake() : undefined), [isPlaying]);

  // Renders the screen at the instant when the clock starts or runs again.
  useEffect(() => atInstant(clock.from, () => change(started)), [clock.from, change]);

  useEffect(
    () => (isOpen ? atInstant(clock.from + clock.leftMs, () => timeUp()) : undefined),
    [isOpen, clock],
  );

  const until = shown?.until;
  useEffect(() => (until ? atInstant(until, () => moveOn()) : undefined), [until]);

  return { table, newest, change, ask, carryOut, findPlace, signal, line };
}

function started<T extends { clock: Clock }>(table: T): T {
  return { ...table, clock: { ...table.clock, isFrozen: false } };
}

/**
 * Lets one tab play the game. Another tab shows that the game is taken, and plays it once the first tab
 * releases it. Gives the controller that aborts this page's calls when the player leaves the page.
 */
export function useOneTab(lock: string, on: { taken: () => void; held: () => void }) {
  const left = useRef(new AbortController());
  const taken = useEffectEvent(on.taken);
  const held = useEffectEvent(on.held);
  useEffect(() => {
    const leaving = new AbortController();
    left.current = leaving;
    void holdLock(lock, leaving.signal, { onTaken: () => taken(), onHeld: () => held() });
    return () => leaving.abort();
  }, [lock]);
  return left;
}
