import type { Question } from '../../contract/points.ts';
import { postRushPoints } from '../../contract/rush.ts';
import { pageClock } from '../../lib/clock.ts';
import type { Card } from '../../play/sealed.ts';
import { runPoints, runScore } from '../../rules/rush-points.ts';
import {
  beginRun,
  type RushEvent,
  type RushRun,
  rushFrozenMs,
  rushQuestion,
  rushTimeLeftMs,
  stepRun,
} from '../../rules/rush-run.ts';
import { rushTimerMs } from '../../rules/tournament.ts';
import { playerCall } from '../../session/player-call.ts';
import { refreshPlayer } from '../../session/session.ts';
import type { Position, Referee } from './game.ts';
import { changeKept, type OwnRun } from './kept-run.ts';

/**
 * The phone itself holds the run, because the API sends all questions with their answers. The rules are the
 * same, and the phone counts the points (game.md#sealed-runs).
 */
export function ownReferee(playerId: string, begun: OwnRun): Referee {
  let run = begun;
  const step = (event: RushEvent) => {
    run = stepRun(run, event);
    changeKept(playerId, { own: run });
    return run;
  };
  return {
    current: async () => ownPosition(run, pageClock()),
    async answer({ level, choice, end }) {
      const question = run.questions[level - 1];
      const at = pageClock();
      const after =
        end === 'timeout' || choice === null
          ? step({ type: 'timeout', at })
          : step({ type: 'answer', choice, at });
      const how = after.rows[level - 1]?.end;
      return {
        verdict: how === 'right' || how === 'wrong' ? how : 'timeout',
        answer: question?.answer ?? '',
        score: runPoints(after),
        timerMs: rushTimerMs(after.rows.length + 1),
        ended: after.ended,
        ticketBack: false,
        next: cardOf(rushQuestion(after)),
      };
    },
    async applyPowerUp({ powerUp }) {
      const after = step({ type: 'power-up', powerUp, draw: Math.random(), at: pageClock() });
      const position = ownPosition(after, pageClock());
      return position ? { position } : { ended: after.ended ?? 'timeout', ticketBack: false };
    },
    async end(key, signal) {
      const { ended } = step({ type: 'leave', at: pageClock() });
      const counted = { points: runPoints(run), score: runScore(run) };
      const points = await sendPoints(counted, key, signal);
      return { how: ended ?? 'left', points, ticketBack: false };
    },
  };
}

/** Begins a run that the phone judges itself. */
export function beginOwnRun(questions: readonly Question[]): OwnRun {
  return beginRun(questions, pageClock());
}

/** Gives the position at `at` of a run that the phone judges itself; `null` once the run has ended. */
export function ownPosition(run: RushRun<Question>, at: number): Position | null {
  const card = cardOf(rushQuestion(run));
  if (!card) return null;
  const level = run.rows.length + 1;
  const frozenMs = rushFrozenMs(run, at);
  return {
    card,
    level,
    score: runPoints(run),
    timerMs: rushTimerMs(level),
    leftMs: rushTimeLeftMs(run, at),
    waitsMs: Math.max(frozenMs, run.shownAt - at, 0),
    isFrozen: frozenMs > 0,
    optionsLeft: run.optionsLeft,
    used: run.used,
  };
}

function cardOf(question: Question | null): Card | null {
  if (!question) return null;
  const { id, question: text, options } = question;
  return { id, question: text, options };
}

type Counted = { points: number; score: number };

/** Sends the phone's count of a run, once for its key, and gives the points that it brings. */
async function sendPoints(counted: Counted, key: string, signal: AbortSignal): Promise<number> {
  const { data, meta } = await playerCall(postRushPoints, {
    body: { ...counted, coins: 0 },
    key,
    signal,
  });
  if (data.user) refreshPlayer(data.user, meta?.token);
  return data.awarded?.points ?? counted.points;
}
