import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { toastInfo, toastSuccess } from '../../components/toast.ts';
import type { RushAnswer, Verdict } from '../../contract/rush.ts';
import { pageClock } from '../../lib/clock.ts';
import { feel } from '../../lib/feel.ts';
import { newKey } from '../../lib/new-key.ts';
import {
  type Asked,
  answerOf,
  askedOf,
  type Card,
  isTableClosed,
  laidOut,
  type SealedPosition,
  type Table,
  useSealed,
  withVerdict,
} from '../../play/sealed.ts';
import { ANSWER_FLASH_MS } from '../../rules/levels.ts';
import type { RushEnd, RushRun } from '../../rules/rush-run.ts';
import type { PowerUp } from '../../rules/tournament.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import { changeKept, type KeptCall, readKeptRun } from './kept-run.ts';
import { type Begun, endRun } from './run-calls.ts';

/** The level at which each power-up was used. */
export type Used = RushRun['used'];

/** The position of a run, as the run's referee gives it. */
export type Position = SealedPosition & {
  level: number;
  /** The points so far. */
  score: number;
  optionsLeft: readonly string[] | null;
  used: Used;
};

/** The judgement on a level, and the next level. */
type Judged = Pick<Verdict, 'verdict' | 'answer' | 'score' | 'timerMs' | 'ended' | 'ticketBack'> & {
  next: Card | null;
  /** For a repeated answer: the run's present position; `null` if the run has gone past this level or ended. */
  position?: Position | null;
};

/**
 * The effect of a power-up. It is the run's position with the power-up (`null` if the run has continued
 * from there or ended meanwhile), or how the run had ended before the power-up came.
 */
type Powered = { position: Position | null } | { ended: RushEnd; ticketBack: boolean };

/** The end of a run, and its count. */
export type Ending = { how: RushEnd; points: number; ticketBack: boolean };

/** Holds a run and judges it. The referee is the server, or the phone itself. */
export type Referee = {
  /** Gives the run's position now; `null` once the run has ended. */
  current: (signal: AbortSignal) => Promise<Position | null>;
  answer: (body: RushAnswer, key: string, signal: AbortSignal) => Promise<Judged>;
  applyPowerUp: (
    body: { level: number; powerUp: PowerUp },
    key: string,
    signal: AbortSignal,
  ) => Promise<Powered>;
  /** Ends the run if it is still open, and gives its count. */
  end: (key: string, signal: AbortSignal) => Promise<Ending>;
};

/**
 * A run as this screen plays it. It is pure data, and only the referee's state counts
 * (game.md#sealed-runs).
 */
export type Game = Table<Position> & {
  ended: { how: RushEnd; at: number; points: number; ticketBack: boolean } | null;
};

/** A game in the position that its referee gives at `at`, in epoch milliseconds. */
function placed(position: Position, at: number): Game {
  return { ...laidOut(position, at), ended: null };
}

/**
 * Whether the player can do nothing now, because a call is on its way, a verdict is shown or the run has
 * ended.
 */
export function isClosed(game: Game): boolean {
  return game.ended !== null || isTableClosed(game);
}

function asked(game: Game, what: Asked, at: number): Game {
  const after = { ...game, asked: what };
  if (what.kind !== 'timeout') return after;
  // This run is over. The referee says how much it counts.
  return { ...after, ended: { how: 'timeout', at, points: 0, ticketBack: false } };
}

function judged(game: Game, judgement: Judged, at: number): Game {
  const { verdict, answer, score, ended, ticketBack, next, timerMs, position } = judgement;
  // An answer that came too late was not judged, so it is neither right nor wrong.
  const choice = game.asked?.kind === 'answer' && verdict !== 'timeout' ? game.asked.choice : null;
  const coming = position ?? (next && dealt(game, next, { score, timerMs }));
  const shown = { choice, answer, verdict, points: score - game.score };
  const after = { ...withVerdict(game, shown, ended ? null : coming, at), score };
  if (!ended) return after;
  return { ...after, ended: { how: ended, at: game.ended?.at ?? at, points: score, ticketBack } };
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

function powered(game: Game, powerUp: PowerUp, position: Position, at: number): Game {
  const placedNow = placed(position, at);
  if (powerUp === 'skip') return placedNow;
  const { used, optionsLeft, score, clock } = placedNow;
  const after = { ...game, asked: null, used, optionsLeft, score };
  // With any other power-up the clock here continues, because it must not jump by the time that a reply
  // takes.
  return powerUp === 'time-freeze' ? { ...after, clock } : after;
}

function over(game: Game, { how, points, ticketBack }: Ending, at: number): Game {
  const ended = { how, at: game.ended?.at ?? at, points, ticketBack };
  return { ...game, asked: null, next: null, ended };
}

/** Plays a run: the player's steps, the referee's answers, and the clock. */
export function useGame({ referee, position }: Begun, isResumed: boolean) {
  const { id: playerId } = useSignedInPlayer();
  const queryClient = useQueryClient();
  const { table, newest, change, ask, carryOut, findPlace, signal, line } = useSealed<
    Position,
    Game
  >({
    position,
    isResumed,
    place: placed,
    isClosed,
    isOver: ({ ended }) => ended !== null,
    current: (own) => referee.current(own),
    behind: ['rush/level-over', 'rush/ended'],
    onTimeUp: () => answer(null),
    onGone: () => learnEnd(),
    onRefused: () => changeKept(playerId, { call: null }),
    onUnknown: () => change((game) => ({ ...game, asked: null })),
  });

  /**
   * Sends a step until it is answered. The step is kept, so that it is sent again when the player returns
   * to the page.
   */
  function step(call: KeptCall, what: Asked): void {
    if (isClosed(newest.current)) return;
    change((game) => asked(game, what, pageClock()));
    changeKept(playerId, { call });
    void carryOut(() => (call.kind === 'answer' ? answerBy(call) : applyBy(call)));
  }

  async function answerBy({ body, key }: Extract<KeptCall, { kind: 'answer' }>) {
    const judgement = await ask((own) => referee.answer(body, key, own));
    const isBehind = judgement.next !== null && judgement.position === null;
    const stands = isBehind ? await ask((own) => referee.current(own)) : judgement.position;
    if (isBehind && !stands) return learnEnd();
    changeKept(playerId, { call: null });
    if (body.end === 'answered') feel(judgement.verdict === 'right' ? 'right' : 'wrong');
    change((game) => judged(game, { ...judgement, position: stands ?? null }, pageClock()));
  }

  async function applyBy({ body, key }: Extract<KeptCall, { kind: 'power-up' }>) {
    const { powerUp } = body;
    const reply = await ask((own) => referee.applyPowerUp(body, key, own));
    changeKept(playerId, { call: null });
    if ('ended' in reply) return learnEnd();
    if (powerUp === 'double-points') toastInfo('Double Points Implemented');
    const stands = reply.position;
    if (!stands) return findPlace();
    change((game) => powered(game, powerUp, stands, pageClock()));
  }

  /** Asks for the end of the run and its count. If the run is open, this ends it. */
  async function learnEnd(): Promise<void> {
    const key = readKeptRun(playerId)?.endKey ?? newKey();
    const ending = await endRun(referee, key, signal, line.lose).finally(line.regain);
    change((game) => over(game, ending, pageClock()));
    if (!ending.ticketBack) toastSuccess('Leaderboard updated successfully!');
    void queryClient.invalidateQueries({ queryKey: [playerId] });
  }

  function answer(choice: string | null): void {
    const body = { level: newest.current.level, ...answerOf(newest.current, choice) };
    step({ kind: 'answer', key: newKey(), body }, askedOf(choice));
  }

  // The run's end counts by itself. The call shows the player how much it counted.
  const isEndDue = table.ended !== null && table.asked === null && !table.next;
  const settle = useEffectEvent(() => void learnEnd().catch(() => undefined));
  const wasSettled = useRef(false);
  useEffect(() => {
    if (!isEndDue || wasSettled.current || readKeptRun(playerId) === null) return;
    wasSettled.current = true;
    settle();
  }, [isEndDue, playerId]);

  return {
    game: table,
    line: line.state,
    answer,
    applyPowerUp: (powerUp: PowerUp) =>
      step(
        { kind: 'power-up', key: newKey(), body: { level: newest.current.level, powerUp } },
        { kind: 'power-up', powerUp },
      ),
    endRun: learnEnd,
  };
}
