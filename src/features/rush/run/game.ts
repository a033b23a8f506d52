import { ANSWER_FLASH_MS } from '../../../rules/levels.ts';
import type { RushEnd } from '../../../rules/rush-run.ts';
import type { PowerUp } from '../../../rules/tournament.ts';
import type { Card, Ending, Judged, Position, Used } from './referee.ts';

/** A level's clock: so much is left, from an instant (epoch milliseconds) on it runs. */
export type Clock = { leftMs: number; from: number; isFrozen: boolean };

/** What the player has done, and the referee has not answered yet. */
export type Asked =
  | { kind: 'answer'; choice: string }
  | { kind: 'timeout' }
  | { kind: 'power-up'; powerUp: PowerUp };

/** The verdict on the table: what was chosen, what was right, and what was left on the clock. */
export type Shown = {
  choice: string | null;
  answer: string;
  isRight: boolean;
  points: number;
  leftMs: number;
};

/** A run as this screen plays it. Pure data: the referee knows the truth (game.md#sealed-runs). */
export type Game = {
  card: Card;
  level: number;
  score: number;
  timerMs: number;
  used: Used;
  optionsLeft: readonly string[] | null;
  clock: Clock;
  asked: Asked | null;
  shown: Shown | null;
  /** What comes to the table when the verdict has been seen, and when, in epoch milliseconds. */
  next: { position: Position; toldAt: number; shownAt: number } | null;
  ended: { how: RushEnd; at: number; points: number; ticketBack: boolean } | null;
};

/** What happens to it; `at` is epoch milliseconds. */
export type GameEvent =
  | { type: 'placed'; position: Position; at: number }
  | { type: 'asked'; asked: Asked; at: number }
  | { type: 'judged'; judged: Judged; at: number }
  | { type: 'powered'; powerUp: PowerUp; position: Position; at: number }
  /** The referee refused what was asked: it stands as before. */
  | { type: 'refused' }
  | { type: 'started' }
  | { type: 'moved' }
  | { type: 'ended'; ending: Ending; at: number };

/** Milliseconds left on a clock at `at`, in epoch milliseconds. */
export function leftAt({ leftMs, from }: Clock, at: number): number {
  return Math.max(0, leftMs - Math.max(0, at - from));
}

/** One event further. What cannot happen now changes nothing. */
export function stepGame(game: Game, event: GameEvent): Game {
  switch (event.type) {
    case 'placed':
      return placed(event.position, event.at);
    case 'asked':
      return ask(game, event.asked, event.at);
    case 'judged':
      return judge(game, event);
    case 'powered':
      return power(game, event);
    case 'refused':
      return { ...game, asked: null };
    case 'started':
      return { ...game, clock: { ...game.clock, isFrozen: false } };
    case 'moved':
      return game.next ? placed(game.next.position, game.next.toldAt) : game;
    case 'ended': {
      const { how, points, ticketBack } = event.ending;
      const at = game.ended?.at ?? event.at;
      return { ...game, asked: null, next: null, ended: { how, at, points, ticketBack } };
    }
  }
}

/** A game as its referee tells it at `at`, in epoch milliseconds. */
export function placed(position: Position, at: number): Game {
  const { leftMs, waitsMs, isFrozen, ...rest } = position;
  return {
    ...rest,
    clock: { leftMs, from: at + waitsMs, isFrozen },
    asked: null,
    shown: null,
    next: null,
    ended: null,
  };
}

/** Whether the table takes anything: one thing at a time, and nothing while a verdict is seen. */
export function isClosed({ asked, shown, ended }: Game): boolean {
  return asked !== null || shown !== null || ended !== null;
}

function ask(game: Game, asked: Asked, at: number): Game {
  if (isClosed(game)) return game;
  const after = { ...game, asked };
  if (asked.kind !== 'timeout') return after;
  // This run is over; what it counts the referee says.
  return { ...after, ended: { how: 'timeout', at, points: 0, ticketBack: false } };
}

function judge(game: Game, { judged, at }: Extract<GameEvent, { type: 'judged' }>): Game {
  const { verdict, answer, score, ended, ticketBack, next, timerMs, position } = judged;
  // What came too late was not judged: it is neither right nor wrong.
  const choice = game.asked?.kind === 'answer' && verdict !== 'timeout' ? game.asked.choice : null;
  const shown: Shown = {
    choice,
    answer,
    isRight: verdict === 'right',
    points: score - game.score,
    leftMs: verdict === 'timeout' ? 0 : leftAt(game.clock, at),
  };
  const after: Game = { ...game, asked: null, score, shown };
  if (ended) {
    return { ...after, ended: { how: ended, at: game.ended?.at ?? at, points: score, ticketBack } };
  }
  const coming = position ?? (next && dealt(game, next, { score, timerMs }));
  if (!coming) return after;
  return { ...after, next: { position: coming, toldAt: at, shownAt: at + ANSWER_FLASH_MS } };
}

/** The next level as a verdict deals it (game.md#clock-of-a-sealed-run). */
function dealt(game: Game, card: Card, { score, timerMs }: Pick<Judged, 'score' | 'timerMs'>) {
  return {
    card,
    level: game.level + 1,
    score,
    timerMs,
    leftMs: timerMs,
    waitsMs: ANSWER_FLASH_MS,
    isFrozen: false,
    optionsLeft: null,
    used: game.used,
  };
}

function power(
  game: Game,
  { powerUp, position, at }: Extract<GameEvent, { type: 'powered' }>,
): Game {
  if (powerUp === 'skip') return placed(position, at);
  const { used, optionsLeft, score } = position;
  // But for Time Freeze the clock here goes on as it did: it must not jump by the way of a reply.
  const clock =
    powerUp === 'time-freeze'
      ? { leftMs: position.leftMs, from: at + position.waitsMs, isFrozen: position.isFrozen }
      : game.clock;
  return { ...game, asked: null, used, optionsLeft, score, clock };
}
