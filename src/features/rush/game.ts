import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { toastError, toastInfo, toastSuccess } from '../../components/toast.ts';
import type { RushAnswer, Verdict } from '../../contract/rush.ts';
import { pageClock } from '../../lib/clock.ts';
import { isApiError, messageOf } from '../../lib/errors.ts';
import { feel } from '../../lib/feel.ts';
import { keepAwake } from '../../lib/locks.ts';
import { newKey } from '../../lib/new-key.ts';
import { atInstant, untilAnswered } from '../../lib/until-answered.ts';
import { useRunLine } from '../../offline/use-run-line.ts';
import { ANSWER_FLASH_MS } from '../../rules/levels.ts';
import type { RushEnd, RushRun } from '../../rules/rush-run.ts';
import type { PowerUp } from '../../rules/tournament.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import { changeKept, type KeptCall, readKeptRun } from './kept-run.ts';
import { type Begun, endRun } from './run-calls.ts';

/** A question as it lies on the table: nobody here knows its answer. */
export type Card = { id: string; question: string; options: readonly string[] };

/** The level at which each power-up was used. */
export type Used = RushRun['used'];

/** Where a run stands, as its referee tells it; times in milliseconds from the telling. */
export type Position = {
  card: Card;
  level: number;
  /** Points so far. */
  score: number;
  /** The level's whole time, and what is left of it. */
  timerMs: number;
  leftMs: number;
  /** For how long the clock still stands: before it starts, or by Time Freeze. */
  waitsMs: number;
  isFrozen: boolean;
  optionsLeft: readonly string[] | null;
  used: Used;
};

/** How a level was judged, and what comes next. */
type Judged = Pick<Verdict, 'verdict' | 'answer' | 'score' | 'timerMs' | 'ended' | 'ticketBack'> & {
  next: Card | null;
  /** Where the run stands by now, of a repeat: `null` where it has gone on from there, or ended. */
  position?: Position | null;
};

/**
 * What a power-up has changed: where the run stands with it (`null` where it has gone on from there,
 * or ended meanwhile), or how it had ended before it came.
 */
type Powered = { position: Position | null } | { ended: RushEnd; ticketBack: boolean };

/** How a run has ended, and what it counted. */
export type Ending = { how: RushEnd; points: number; ticketBack: boolean };

/** Who holds a run and judges it: the server, or the phone itself. */
export type Referee = {
  /** Where the run stands now; `null` once it has ended. */
  current: (signal: AbortSignal) => Promise<Position | null>;
  answer: (body: RushAnswer, key: string, signal: AbortSignal) => Promise<Judged>;
  applyPowerUp: (
    body: { level: number; powerUp: PowerUp },
    key: string,
    signal: AbortSignal,
  ) => Promise<Powered>;
  /** Ends the run if it is still open, and tells what it counted. */
  end: (key: string, signal: AbortSignal) => Promise<Ending>;
};

/** A level's clock: so much is left, from an instant (epoch milliseconds) on it runs. */
type Clock = { leftMs: number; from: number; isFrozen: boolean };

/** What the player has done, and the referee has not answered yet. */
type Asked =
  | { kind: 'answer'; choice: string }
  | { kind: 'timeout' }
  | { kind: 'power-up'; powerUp: PowerUp };

/** The verdict on the table: what was chosen, what was right, and what was left on the clock. */
type Shown = {
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
type GameEvent =
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
function stepGame(game: Game, event: GameEvent): Game {
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
function placed(position: Position, at: number): Game {
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

/** How often the clock is looked at: a browser's timers stand still while a phone sleeps. */
const LOOK_EVERY_MS = 1000;

/** Plays a run: the player's steps, the referee's word on them, and the clock. */
export function useGame({ referee, position }: Begun, isResumed: boolean) {
  const { id: playerId } = useSignedInPlayer();
  const queryClient = useQueryClient();
  const [game, setGame] = useState(() => placed(position, pageClock()));
  // A timer may come before the next rendering: what has happened counts at once.
  const newest = useRef(game);
  const dispatch = useCallback((event: GameEvent) => {
    newest.current = stepGame(newest.current, event);
    setGame(newest.current);
  }, []);
  const line = useRunLine(isResumed);
  const [left] = useState(() => new AbortController());
  const { signal } = left;
  const ask = <Reply>(work: (signal: AbortSignal) => Promise<Reply>) =>
    untilAnswered(work, signal, line.lose)
      .then(({ reply }) => reply)
      .finally(line.regain);

  useEffect(() => () => left.abort(), [left]);

  /** Sends a step until it is answered; whoever leaves the page finds it kept, and sent again. */
  async function carryOut(call: KeptCall): Promise<void> {
    changeKept(playerId, { call });
    try {
      if (call.kind === 'answer') await answerBy(call);
      else await applyBy(call);
    } catch (error) {
      if (!signal.aborted) await refused(error);
    }
  }

  async function answerBy({ body, key }: Extract<KeptCall, { kind: 'answer' }>) {
    const judged = await ask((own) => referee.answer(body, key, own));
    const isBehind = judged.next !== null && judged.position === null;
    const position = isBehind ? await ask((own) => referee.current(own)) : judged.position;
    if (isBehind && !position) return learnEnd();
    changeKept(playerId, { call: null });
    if (body.end === 'answered') feel(judged.verdict === 'right' ? 'right' : 'wrong');
    dispatch({
      type: 'judged',
      judged: { ...judged, position: position ?? null },
      at: pageClock(),
    });
  }

  async function applyBy({ body, key }: Extract<KeptCall, { kind: 'power-up' }>) {
    const { powerUp } = body;
    const reply = await ask((own) => referee.applyPowerUp(body, key, own));
    changeKept(playerId, { call: null });
    if ('ended' in reply) return learnEnd();
    if (powerUp === 'double-points') toastInfo('Double Points Implemented');
    if (!reply.position) return findPlace();
    dispatch({ type: 'powered', powerUp, position: reply.position, at: pageClock() });
  }

  async function refused(error: unknown): Promise<void> {
    changeKept(playerId, { call: null });
    // The guards lead whoever was signed out away.
    if (isApiError(error) && error.status === 401) return;
    const isBehind = isApiError(error, 'rush/level-over') || isApiError(error, 'rush/ended');
    if (!isBehind) toastError(messageOf(error));
    await findPlace().catch(() => dispatch({ type: 'refused' }));
  }

  /** Where the run stands by now, whatever this page knew of it. */
  async function findPlace(): Promise<void> {
    const position = await ask((own) => referee.current(own));
    if (position) dispatch({ type: 'placed', position, at: pageClock() });
    else await learnEnd();
  }

  /** How the run has ended, and what it counted; ends it where it is open. */
  async function learnEnd(): Promise<void> {
    const key = readKeptRun(playerId)?.endKey ?? newKey();
    const ending = await endRun(referee, key, signal, line.lose).finally(line.regain);
    dispatch({ type: 'ended', ending, at: pageClock() });
    if (!ending.ticketBack) toastSuccess('Leaderboard updated successfully!');
    void queryClient.invalidateQueries({ queryKey: [playerId] });
  }

  function step(call: KeptCall, asked: NonNullable<Game['asked']>): void {
    if (isClosed(newest.current)) return;
    dispatch({ type: 'asked', asked, at: pageClock() });
    void carryOut(call);
  }

  function answer(choice: string | null): void {
    const { level, timerMs, clock } = newest.current;
    const ms = Math.round(timerMs - leftAt(clock, pageClock()));
    const end = choice === null ? ('timeout' as const) : ('answered' as const);
    step(
      { kind: 'answer', key: newKey(), body: { level, choice, end, ms } },
      choice === null ? { kind: 'timeout' } : { kind: 'answer', choice },
    );
  }

  const expire = useEffectEvent(() => answer(null));
  const { clock, next, ended } = game;
  const isPlaying = ended === null;
  const isOpen = !isClosed(game);

  useEffect(() => keepAwakeWhile(isPlaying), [isPlaying]);

  // Once the clock starts, or runs again, the screen shows it.
  useEffect(
    () => atInstant(clock.from, () => dispatch({ type: 'started' })),
    [clock.from, dispatch],
  );

  useEffect(
    () => (next ? atInstant(next.shownAt, () => dispatch({ type: 'moved' })) : undefined),
    [next, dispatch],
  );

  useEffect(() => {
    if (!isOpen) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const now = pageClock();
      const untilMs = Math.max(0, clock.from - now) + leftAt(clock, now);
      if (untilMs === 0) expire();
      else timer = setTimeout(look, Math.min(untilMs, LOOK_EVERY_MS));
    };
    look();
    return () => clearTimeout(timer);
  }, [clock, isOpen]);

  // Its end counts by itself: to ask tells the player what it counted, and the board is there.
  const isEndDue = ended !== null && game.asked === null && !game.next;
  const settle = useEffectEvent(() => void learnEnd().catch(() => undefined));
  const wasSettled = useRef(false);
  useEffect(() => {
    if (!isEndDue || wasSettled.current || readKeptRun(playerId) === null) return;
    wasSettled.current = true;
    settle();
  }, [isEndDue, playerId]);

  return {
    game,
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

function keepAwakeWhile(isOn: boolean) {
  return isOn ? keepAwake() : undefined;
}
