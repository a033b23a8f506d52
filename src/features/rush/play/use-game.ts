import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { toastError, toastInfo, toastSuccess } from '../../../components/toast.ts';
import { atInstant } from '../../../lib/at-instant.ts';
import { pageClock } from '../../../lib/clock.ts';
import { isApiError, messageOf } from '../../../lib/errors.ts';
import { feel } from '../../../lib/feel.ts';
import { newKey } from '../../../lib/new-key.ts';
import { untilAnswered } from '../../../lib/until-answered.ts';
import { keepAwake } from '../../../lib/wake-lock.ts';
import { useRunLine } from '../../../offline/use-run-line.ts';
import type { PowerUp } from '../../../rules/tournament.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import { endRun } from '../api/end-run.ts';
import type { Begun } from '../api/start-run.ts';
import { type Game, type GameEvent, isClosed, leftAt, placed, stepGame } from '../run/game.ts';
import { changeKept, type KeptCall, readKeptRun } from '../run/kept-run.ts';

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
