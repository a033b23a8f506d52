import { DAY_MS } from '../../src/rules/calendar.ts';
import { LEVELS, type Level } from '../../src/rules/levels.ts';
import { BLIND_SHARE, type PlayedAnswer } from './flags.ts';
import { atLeast, type Tally } from './likelihood.ts';
import {
  below,
  deviation,
  type Evidence,
  evidenceFrom,
  type Found,
  isHasty,
  mean,
} from './signs.ts';

/** An answer, and whether the player met its question for the first time. */
export type WeekAnswer = PlayedAnswer & { isNew: boolean };

export type WeekRound = { issuedAt: number; level: Level; answers: readonly WeekAnswer[] };

/** A player's rounds of a week, and how they answered new questions before it, by level. */
export type Week = { rounds: readonly WeekRound[]; past: Readonly<Record<Level, Tally>> };

/** How seldom an honest week may look like this by chance. */
const CHANCE = { sign: 1e-7, hint: 1e-4 };

/** The standard deviation of the logarithms of times: slow and quick readers differ alike in it. */
const EVEN = { answers: 60, spread: { sign: 0.12, hint: 0.17 } };

/** Who reads takes longer for a longer question: the correlation of both, of new questions. */
const LENGTH = { answers: 300, follows: { sign: 0.05, hint: 0.15 } };

/** Nobody knows more of new questions; the best know as much. */
const KNOWN: Readonly<Record<Level, Record<'sign' | 'hint', number>>> = {
  easy: { sign: 0.995, hint: 0.99 },
  medium: { sign: 0.975, hint: 0.965 },
  hard: { sign: 0.94, hint: 0.925 },
};

/** Who learns is right that much more often than before. */
const BETTER = { asked: 100, by: { sign: 0.2, hint: 0.1 } };

/** Of screens between rounds alone come some 15 s. */
const HOUR_MS = 3_600_000;
const ROUNDS_AN_HOUR = 45;

/** Who sleeps has longer pauses, on most days at least. */
const REST = { days: 4, pauseMs: 4 * HOUR_MS };

/**
 * What speaks against a player's week where one round is too little (game.md#implausible-results).
 * The chances of its figures are those of one player's week.
 */
export function evidenceOfWeek(week: Week): Evidence {
  const answers = week.rounds.flatMap((round) => round.answers);
  const fresh = answers.filter(({ isNew }) => isNew);
  return evidenceFrom([
    tooFastToRead(fresh),
    timesTooEven(answers),
    timesIgnoreLength(fresh),
    ...LEVELS.flatMap((level) => byLevel(week, level)),
    roundsAnHour(week.rounds),
    noRest(week.rounds),
  ]);
}

/** What flags a week: each sign, and hints of two kinds together. */
export function flagsOfWeek(week: Week): string[] {
  const { signs, hints } = evidenceOfWeek(week);
  const kinds = new Set(hints.map((hint) => hint.split(':')[0]));
  return signs.length > 0 || kinds.size > 1 ? [...signs, ...hints] : [];
}

function tooFastToRead(answers: readonly WeekAnswer[]): Found {
  const hasty = answers.filter(({ ms, letters }) => isHasty(ms, letters));
  const tally = tallyOf(hasty);
  const text = `too-fast-to-read: ${tally.right} of the week's ${tally.asked} new questions answered sooner than they can be read are right`;
  return below(atLeast(tally, BLIND_SHARE), CHANCE, text);
}

function timesTooEven(answers: readonly WeekAnswer[]): Found {
  if (answers.length < EVEN.answers) return null;
  const spread = deviation(answers.map(({ ms }) => Math.log(Math.max(1, ms))));
  const text = `times-too-even: the week's ${answers.length} answers spread by ${percent(spread)}`;
  return below(spread, EVEN.spread, text);
}

function timesIgnoreLength(answers: readonly WeekAnswer[]): Found {
  // Who taps without reading is another matter.
  const fresh = answers.filter(({ ms, letters }) => !isHasty(ms, letters));
  if (fresh.length < LENGTH.answers) return null;
  const follows = correlation(
    fresh.map(({ letters }) => letters),
    fresh.map(({ ms }) => Math.log(Math.max(1, ms))),
  );
  const text = `times-ignore-length: ${fresh.length} new questions took as long whatever their length (correlation ${follows.toFixed(2)})`;
  return below(follows, LENGTH.follows, text);
}

function byLevel({ rounds, past }: Week, level: Level): Found[] {
  const fresh = rounds
    .filter((round) => round.level === level)
    .flatMap((round) => round.answers.filter(({ isNew }) => isNew));
  const tally = tallyOf(fresh);
  return [tooRight(tally, level), betterThanBefore(tally, past[level], level)];
}

function tooRight(tally: Tally, level: Level): Found {
  const text = `too-right: ${tally.right} of ${tally.asked} new ${level} questions of the week`;
  return heaviest((weight) => atLeast(tally, KNOWN[level][weight]) < CHANCE[weight], text);
}

function betterThanBefore(tally: Tally, past: Tally, level: Level): Found {
  if (past.asked < BETTER.asked) return null;
  const before = (past.right + 1) / (past.asked + 2);
  const text = `better-than-before: ${percent(tally.right / tally.asked)} of ${tally.asked} new ${level} questions right, ${percent(before)} before`;
  return heaviest(
    (weight) => atLeast(tally, Math.min(0.99, before + BETTER.by[weight])) < CHANCE[weight],
    text,
  );
}

function heaviest(weighs: (weight: 'sign' | 'hint') => boolean, text: string): Found {
  const weight = (['sign', 'hint'] as const).find(weighs);
  return weight === undefined ? null : { weight, text };
}

function roundsAnHour(rounds: readonly WeekRound[]): Found {
  const times = rounds.map(({ issuedAt }) => issuedAt).toSorted((a, b) => a - b);
  const most = Math.max(
    0,
    ...times.map((from, index) => {
      return times.slice(index).filter((at) => at < from + HOUR_MS).length;
    }),
  );
  if (most < ROUNDS_AN_HOUR) return null;
  return { weight: 'hint', text: `rounds-an-hour: ${most} rounds within one hour` };
}

function noRest(rounds: readonly WeekRound[]): Found {
  const times = rounds.map(({ issuedAt }) => issuedAt).toSorted((a, b) => a - b);
  let [from, days] = [times[0] ?? 0, 0];
  for (const [index, at] of times.entries()) {
    const before = times[index - 1] ?? at;
    if (at - before >= REST.pauseMs) from = at;
    days = Math.max(days, (at - from) / DAY_MS);
  }
  if (days < REST.days) return null;
  const text = `no-rest: ${days.toFixed(1)} days without a pause of 4 hours`;
  return { weight: 'sign', text };
}

function tallyOf(answers: readonly WeekAnswer[]): Tally {
  return { right: answers.filter(({ isRight }) => isRight).length, asked: answers.length };
}

function correlation(left: readonly number[], right: readonly number[]): number {
  const [a, b] = [mean(left), mean(right)];
  const together = mean(left.map((one, index) => (one - a) * ((right[index] ?? b) - b)));
  const apart = deviation(left) * deviation(right);
  return apart === 0 ? 0 : together / apart;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
