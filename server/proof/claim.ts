import type { Selectable } from 'kysely';
import { countsAt, type Period } from '../../src/rules/calendar.ts';
import { LEVELS, type Level, QUESTION_TIMER_MS } from '../../src/rules/levels.ts';
import { PROOF_QUESTIONS } from '../../src/rules/proof-round.ts';
import { raffleMonthOf } from '../../src/rules/raffle.ts';
import type { RushRun } from '../../src/rules/rush-run.ts';
import { RUSH_POINTS_PER_LEVEL, rushTimerMs } from '../../src/rules/tournament.ts';
import { BOARD_PERIODS } from '../boards/boards.ts';
import type { ClaimPart } from '../database/proof-tables.ts';
import type { Db, Tables } from '../database/tables.ts';
import { sumOf, type Tally } from '../rounds/likelihood.ts';
import { freshByLevel, type PlayedRound, readPlayed } from '../rounds/played.ts';
import { mean } from '../rounds/signs.ts';

/** A prize, as far as it says what earned it. */
export type Prize = Pick<
  Selectable<Tables['payouts']>,
  'player_id' | 'board' | 'pool' | 'period_start' | 'period_end'
>;

/** What was played at one level and clock, what it earned, and how its questions were answered. */
type Earning = Pick<ClaimPart, 'level' | 'timerMs'> & {
  points: number;
  answers: Tally;
  category?: string;
};

const PERIODS = { ...BOARD_PERIODS, raffle: (at: number) => raffleMonthOf(at) };

/** So many new questions of the period tell by themselves how somebody answers. */
const FRESH_MIN = 40;
/** A category that is played less often is no habit. */
const HABIT_SHARE = 0.1;

/**
 * What a prize claims: the levels and clocks that earned its points, as parts of twenty questions by their points,
 * and how new questions were answered there (game.md#proof-round). Where nothing earned it, easy questions and no past.
 */
export async function readClaim(db: Db, prize: Prize): Promise<ClaimPart[]> {
  return claimOf(prize.board === 'rush' ? await runsOf(db, prize) : await roundsOf(db, prize));
}

/** The claim of what was earned. */
export function claimOf(earnings: readonly Earning[]): ClaimPart[] {
  const parts = [...Map.groupBy(earnings, ({ level, timerMs }) => `${level} ${timerMs}`).values()]
    .map(partOf)
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => orderOf(a.level) - orderOf(b.level) || b.timerMs - a.timerMs);
  if (parts.length === 0) return [NOTHING];
  const shares = inQuestions(parts.map(({ points }) => points));
  return parts
    .map(({ points: _, ...part }, index) => ({ ...part, questions: shares[index] ?? 0 }))
    .filter(({ questions }) => questions > 0);
}

const NOTHING: ClaimPart = {
  level: 'easy',
  timerMs: QUESTION_TIMER_MS.easy,
  questions: PROOF_QUESTIONS,
  categories: [],
  past: { right: 0, asked: 0 },
};

const orderOf = (level: Level) => LEVELS.indexOf(level);

function partOf(ones: readonly Earning[]): Omit<ClaimPart, 'questions'> & { points: number } {
  const [first] = ones;
  if (!first) throw new Error('a part of nothing');
  const { level, timerMs } = first;
  const categories = [...Map.groupBy(ones, ({ category }) => category)].flatMap(
    ([category, rounds]) =>
      category !== undefined && rounds.length >= HABIT_SHARE * ones.length ? [category] : [],
  );
  const points = ones.reduce((sum, one) => sum + one.points, 0);
  const { right, asked } = sumOf(ones.map(({ answers }) => answers));
  const past = { right: Math.round(right), asked: Math.round(asked) };
  return { level, timerMs, categories, points, past };
}

/** Twenty questions by shares: whole ones, then one each to the largest remainders. */
function inQuestions(points: readonly number[]): number[] {
  const all = points.reduce((sum, one) => sum + one, 0);
  const exact = points.map((one) => (PROOF_QUESTIONS * one) / all);
  const left = PROOF_QUESTIONS - exact.reduce((sum, one) => sum + Math.floor(one), 0);
  const largest = exact
    .map((one, index) => ({ index, rest: one - Math.floor(one) }))
    .toSorted((a, b) => b.rest - a.rest)
    .slice(0, left)
    .map(({ index }) => index);
  return exact.map((one, index) => Math.floor(one) + Number(largest.includes(index)));
}

async function roundsOf(db: Db, prize: Prize): Promise<Earning[]> {
  const played = await readPlayed(db, prize.player_id, periodOf(prize));
  const counting = played.filter((round) => round.pool === prize.pool && counts(prize, round));
  return earnedByRounds(counting, played);
}

type Round = Omit<PlayedRound, 'issuedAt' | 'closedAt' | 'pool' | 'times'>;

/**
 * What rounds earned, among all of 90 days; each weighs by its points, so that rounds played badly on purpose hide
 * nothing. Who had few new questions of a level in them is judged by those of all the
 * time: what comes again is known by heart.
 */
export function earnedByRounds(counting: readonly Round[], played: readonly Round[]): Earning[] {
  const [now, ever] = [freshByLevel(counting), freshByLevel(played)];
  const hasFew = (level: Level) => now[level].asked < FRESH_MIN;
  const clocks = Map.groupBy(counting, ({ level, timerMs }) => `${level} ${timerMs}`);
  const earned = [...clocks.values()].flatMap((rounds) => {
    const points = mean(rounds.map((round) => round.points));
    return rounds.map(({ fresh, all, ...round }): Earning => {
      if (hasFew(round.level) || round.points === 0 || all.right === 0) {
        return { ...round, answers: NOTHING.past };
      }
      // By its points a lucky round weighs more: without one of its right answers that is made good.
      const [weight, one] = [round.points / points, fresh.right / all.right];
      const answers = { right: weight * (fresh.right - one), asked: weight * (fresh.asked - one) };
      return { ...round, answers };
    });
  });
  const before = [...clocks.values()].flatMap(([first]): Earning[] => {
    if (!first || !hasFew(first.level)) return [];
    const { level, timerMs } = first;
    return [{ level, timerMs, points: 0, answers: ever[level] }];
  });
  return [...earned, ...before];
}

async function runsOf(db: Db, prize: Prize): Promise<Earning[]> {
  const rows = await db
    .selectFrom('rush_runs')
    .select(['run', 'opened_at', 'closed_at'])
    .where('player_id', '=', prize.player_id)
    .where('pool', '=', prize.pool)
    .where('state', '=', 'counted')
    .where('closed_at', '>=', prize.period_start)
    .execute();
  return rows
    .filter(({ opened_at, closed_at }) =>
      counts(prize, { issuedAt: opened_at.getTime(), closedAt: closed_at?.getTime() ?? 0 }),
    )
    .flatMap(({ run }) => earnedByRun(run));
}

/**
 * What a run earned. Who skips or halves a question did not know it; an answer whose clock was stopped says nothing.
 */
export function earnedByRun({
  questions,
  rows,
  used,
}: Pick<RushRun, 'rows' | 'used'> & { questions: readonly { level: Level }[] }): Earning[] {
  const { 'fifty-fifty': halved, 'time-freeze': frozen } = used;
  return rows.flatMap(({ end, isDouble }, index): Earning[] => {
    const question = questions[index];
    if (!question || end === 'left') return [];
    const isRight = end === 'right';
    const isKnown = isRight && halved !== index + 1;
    return [
      {
        level: question.level,
        timerMs: rushTimerMs(index + 1),
        points: isRight ? RUSH_POINTS_PER_LEVEL * (isDouble ? 2 : 1) : 0,
        answers: frozen === index + 1 ? NOTHING.past : { right: Number(isKnown), asked: 1 },
      },
    ];
  });
}

function counts(
  prize: Prize,
  { issuedAt, closedAt }: Pick<PlayedRound, 'issuedAt' | 'closedAt'>,
): boolean {
  const startOf = PERIODS[prize.board];
  // The raffle's tickets are of the month in which their round was counted.
  const at = prize.board === 'raffle' ? closedAt : countsAt(issuedAt, closedAt, startOf);
  return startOf(at).startsAt === prize.period_start.getTime();
}

function periodOf({ period_start, period_end }: Prize): Period {
  return { startsAt: period_start.getTime(), endsAt: period_end.getTime() };
}
