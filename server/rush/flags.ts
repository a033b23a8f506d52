import type { RushRow, RushRun } from '../../src/rules/rush-run.ts';
import { rushTimerMs } from '../../src/rules/tournament.ts';
import type { LevelTimes } from '../database/rush-tables.ts';
import {
  below,
  deviation,
  type Evidence,
  enough,
  evidenceFrom,
  type Found,
  isHasty,
  lettersOf,
  mean,
} from '../rounds/signs.ts';

/** A run as it was played, and how long each level took. */
export type PlayedRun = {
  run: Pick<RushRun, 'rows' | 'used'> & {
    questions: readonly { question: string; options: readonly string[] }[];
  };
  levels: readonly LevelTimes[];
};

/** Fewer answers say nothing of how even they are. */
const EVEN_ANSWERS_MIN = 8;
/**
 * The standard deviation of answer times. Questions differ in length by a hundred letters, so that
 * reading alone spreads a person's times by half a second; a fixed delay is spread by the line alone.
 */
const EVEN_MS = { sign: 250, hint: 500 };
/** The same of shares of the clock, which is 15 s and later 12 s: who waits for 80 % knows both. */
const EVEN_SHARE = { sign: 0.015, hint: 0.03 };
/** So many answers on each of the two clocks tell a share from a time. */
const EVEN_SHARE_ANSWERS_EACH = 2;

/** So many right answers of a whole run that were not read. */
const HASTY_RIGHT_MIN = { sign: 5, hint: 3 };

/** The phone's clock starts at most 750 ms before the server's, and its reply is on its way after. */
const AHEAD_MS = 1000;
const AHEAD_MIN = { sign: 2, hint: 1 };
/** The server waited so much longer than the phone has counted, on a line that is else quick. */
const HELD_BACK_MS = 6000;
const HELD_BACK_MIN = { sign: 5, hint: 4 };
const QUICK_LINE_MS = 1500;

/** An answer as the server and the phone timed it; `letters` of its question and options. */
export type SealedAnswer = {
  isRight: boolean;
  serverMs: number;
  phoneMs: number | null;
  timerMs: number;
  letters: number;
};

/** Why a run looks implausible, a text for the operator each; empty for one that does not (game.md#implausible-runs). */
export function flagsOfRun(played: PlayedRun): string[] {
  return evidenceOf(played).signs;
}

/** What speaks against a run, by its times alone. */
export function evidenceOf(played: PlayedRun): Evidence {
  return evidenceOfAnswers(answersOf(played));
}

/** What speaks against sealed answers, by their times. */
export function evidenceOfAnswers(answers: readonly SealedAnswer[]): Evidence {
  return evidenceFrom([
    ...evenTimes(answers),
    evenShares(answers),
    hasty(answers),
    ahead(answers),
    heldBack(answers),
  ]);
}

/** The levels that were answered; behind a frozen clock nobody knows how long it took. */
function answersOf({ run, levels }: PlayedRun): SealedAnswer[] {
  return run.rows.flatMap((row, index) => {
    const [question, times] = [run.questions[index], levels[index]];
    const isFrozen = run.used['time-freeze'] === index + 1;
    if (!question || !times || isFrozen || !isAnswered(row)) return [];
    const timerMs = rushTimerMs(index + 1);
    return [{ isRight: row.end === 'right', ...times, timerMs, letters: lettersOf(question) }];
  });
}

const isAnswered = ({ end }: RushRow) => end === 'right' || end === 'wrong';

function evenTimes(answers: readonly SealedAnswer[]): Found[] {
  const byPhone = answers.flatMap(({ phoneMs }) => phoneMs ?? []);
  return [
    even(
      'server',
      answers.map(({ serverMs }) => serverMs),
    ),
    even('phone', byPhone),
  ];
}

function even(whose: string, times: readonly number[]): Found {
  if (times.length < EVEN_ANSWERS_MIN) return null;
  const spread = deviation(times);
  const text = `times-too-even: ${times.length} answers spread by ${Math.round(spread)} ms by the ${whose}'s clock`;
  return below(spread, EVEN_MS, text);
}

function evenShares(answers: readonly SealedAnswer[]): Found {
  const clocks = [...Map.groupBy(answers, ({ timerMs }) => timerMs).values()];
  const isOnBoth = clocks.length > 1 && clocks.every((on) => on.length >= EVEN_SHARE_ANSWERS_EACH);
  if (!isOnBoth || answers.length < EVEN_ANSWERS_MIN) return null;
  const shares = answers.map(({ serverMs, timerMs }) => serverMs / timerMs);
  const at = Math.round(100 * mean(shares));
  const text = `same-share-of-the-clock: ${shares.length} answers at ${at} % of their time`;
  return below(deviation(shares), EVEN_SHARE, text);
}

function hasty(answers: readonly SealedAnswer[]): Found {
  const unread = answers.filter(
    ({ isRight, serverMs, letters }) => isRight && isHasty(serverMs, letters),
  );
  const text = `too-fast-to-read: ${unread.length} right answers sooner than their questions can be read`;
  return enough(unread.length, HASTY_RIGHT_MIN, text);
}

function ahead(answers: readonly SealedAnswer[]): Found {
  const times = answers.filter(({ serverMs, phoneMs }) => (phoneMs ?? 0) > serverMs + AHEAD_MS);
  const text = `clocks-differ: ${times.length} answers took longer on the phone than the server waited`;
  return enough(times.length, AHEAD_MIN, text);
}

function heldBack(answers: readonly SealedAnswer[]): Found {
  const waits = answers.flatMap(({ serverMs, phoneMs }) =>
    phoneMs === null ? [] : serverMs - phoneMs,
  );
  const held = waits.filter((wait) => wait > HELD_BACK_MS).length;
  const isQuick = waits.filter((wait) => wait < QUICK_LINE_MS).length >= waits.length - held;
  const text = `clocks-differ: ${held} answers took seconds longer than the phone has counted, the others did not`;
  return isQuick ? enough(held, HELD_BACK_MIN, text) : null;
}
