import { randomUUIDv7 } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { ProofAsk } from '../../src/contract/payouts.ts';
import { countsAt, DAY_MS, LATE_RESULT_GRACE_MS, type Period } from '../../src/rules/calendar.ts';
import { LEVELS, type Level, QUESTION_TIMER_MS } from '../../src/rules/levels.ts';
import type { HoldReason } from '../../src/rules/payouts.ts';
import { PROOF_DAYS, PROOF_LASTS, PROOF_QUESTIONS } from '../../src/rules/proof-round.ts';
import { raffleMonthOf } from '../../src/rules/raffle.ts';
import type { RushRun } from '../../src/rules/rush-run.ts';
import { RUSH_POINTS_PER_LEVEL, rushTimerMs } from '../../src/rules/tournament.ts';
import { BOARD_PERIODS } from '../boards/boards.ts';
import type { ClaimPart, Db, ProofResult, Tables, Trx } from '../database/tables.ts';
import {
  atMostBy,
  expectedBy,
  mean,
  type QuestionKind,
  sumOf,
  type Tally,
} from '../rounds/likelihood.ts';
import { freshByLevel, type PlayedRound, readPlayed } from '../rounds/played.ts';
import { evidenceOfAnswers, lettersOf, type SealedAnswer } from '../rush/flags.ts';
import { findDueProof, type OpenProof } from './rounds.ts';

/** A player, the questions to ask and the prize they are for. */
type Asking = {
  playerId: number;
  payoutId: number | null;
  why: string;
  claim: readonly ClaimPart[];
};

/** Asks a player for a proof round. A request that is there already stays as it is. */
export async function askProof(
  trx: Trx,
  { playerId, payoutId, why, claim }: Asking,
  now: number,
): Promise<void> {
  await trx
    .insertInto('proof_rounds')
    .values({
      id: randomUUIDv7(),
      player_id: playerId,
      payout_id: payoutId,
      why,
      claim: JSON.stringify(claim),
      asked_at: new Date(now),
      due_at: new Date(now + PROOF_DAYS * DAY_MS),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The proof round that a player is asked for, `null` if there is no request. */
export async function readAsk(db: Db, playerId: number): Promise<ProofAsk | null> {
  const due = await findDueProof(db, playerId);
  if (!due) return null;
  const parts = due.claim.map(({ level, timerMs, questions }) => ({ level, timerMs, questions }));
  const [most] = parts.toSorted((a, b) => b.questions - a.questions);
  if (!most) throw new Error('a proof round asks for nothing');
  return {
    level: most.level,
    timerMs: most.timerMs,
    parts,
    questions: PROOF_QUESTIONS,
    by: due.due_at.toISOString(),
    isOpen: due.state === 'open',
  };
}

/** The fields of a prize that show what earned it. */
type Prize = Pick<
  Selectable<Tables['payouts']>,
  'player_id' | 'board' | 'pool' | 'period_start' | 'period_end'
>;

/** The points earned at one level and clock, and how the questions there were answered. */
type Earning = Pick<ClaimPart, 'level' | 'timerMs'> & {
  points: number;
  answers: Tally;
  category?: string;
};

const PERIODS = { ...BOARD_PERIODS, raffle: (at: number) => raffleMonthOf(at) };

/** This many new questions of the period are enough to show how a player answers. */
const FRESH_MIN = 40;
/** A category with a smaller share of the rounds is not a habit of the player. */
const HABIT_SHARE = 0.1;

/**
 * The claim of a prize: which levels and clocks earned its points, and how the player answered new
 * questions there (game.md#proof-round). The twenty questions are divided among these parts by their
 * points. If no points earned the prize, the claim is easy questions, without earlier answers.
 */
export async function readClaim(db: Db, prize: Prize): Promise<ClaimPart[]> {
  return claimOf(prize.board === 'rush' ? await runsOf(db, prize) : await roundsOf(db, prize));
}

/** Makes a claim from earnings. */
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

/**
 * Divides twenty questions in proportion to points. Each share is rounded down, and the questions that are
 * left go to the largest remainders, one each.
 */
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
  const played = await readPlayed(db, prize.player_id, prizePeriod(prize));
  const counting = played.filter((round) => round.pool === prize.pool && counts(prize, round));
  return earnedByRounds(counting, played);
}

type Round = Omit<PlayedRound, 'issuedAt' | 'closedAt' | 'pool' | 'times'>;

/**
 * The earnings of the rounds that count for a prize (`counting`), with all rounds of 90 days in `played`.
 * The answers of a round weigh by its points, so that rounds played badly on purpose hide nothing. If the
 * counting rounds had few new questions of a level, the new questions of all 90 days are used, because a
 * player knows repeated questions by heart.
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
      // A lucky round has more points and so more weight. Leaving out one of its right answers corrects
      // that.
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
 * The earnings of a run. A question that was skipped or halved counts as not known. An answer with a
 * stopped clock proves nothing, so it does not count.
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
  // A raffle ticket belongs to the month in which its round was counted.
  const at = prize.board === 'raffle' ? closedAt : countsAt(issuedAt, closedAt, startOf);
  return startOf(at).startsAt === prize.period_start.getTime();
}

function prizePeriod({ period_start, period_end }: Prize): Period {
  return { startsAt: period_start.getTime(), endsAt: period_end.getTime() };
}

/** A person decides about a result that at most this share of honest players would get. */
const LIKELY = 0.08;
/**
 * Earlier answers weigh at most as much as this many answers for a whole proof round, because a player's
 * form varies by the day and subjects differ.
 */
const PAST_WEIGHT = 400;
/**
 * The share of right answers that anybody gives at a level. It is added to a claim with the weight of
 * `ANYBODY_WEIGHT` answers, because a lucky winner claims too much.
 */
const ANYBODY: Readonly<Record<Level, number>> = { easy: 0.75, medium: 0.6, hard: 0.45 };
const ANYBODY_WEIGHT = 4;
/**
 * The share of right answers that a player loses under the strain of playing alone against the server's
 * clock.
 */
const STRAIN = 0.03;
/** A claim with up to this many more questions of a harder level is still of the same kind. */
const HARDER_ALLOWED = 4;
/**
 * An honest player meets no more outages than this in one proof round. A cheat could cause outages at all
 * questions that they do not know.
 */
const OUTAGES_ALLOWED = 2;

type Claim = readonly ClaimPart[];
type Rows = Pick<OpenProof, 'rows'>;

/** Judges how a proof round ended against the claim of its prize (game.md#proof-round). */
export function judgeProof(claim: Claim, round: Rows): ProofResult & { isLikely: boolean } {
  const tallies = talliesOf(claim, round);
  const { right, asked } = sumOf(tallies);
  const kinds = claim.map((part, index) => ofPart(part, tallies[index]?.asked));
  const likelihood = atMostBy(right, kinds);
  return { right, asked, likelihood, isLikely: hasPast(claim) && likelihood >= LIKELY };
}

/**
 * Whether an earlier proof covers another claim (game.md#proof-round). The claim may have at most
 * `HARDER_ALLOWED` more questions of a harder level. It must not be so much better that the earlier claim
 * would fail as its proof.
 */
export function covers(proved: Claim, claim: Claim): boolean {
  if (!hasPast(claim)) return true;
  const isHarder = [['hard'], ['hard', 'medium']].some((levels) => {
    const asked = (parts: Claim) =>
      questionsOf(parts.filter(({ level }) => levels.includes(level)));
    return asked(claim) > asked(proved) + HARDER_ALLOWED;
  });
  if (isHarder || !hasPast(proved)) return false;
  const kindsOf = (parts: Claim) => parts.map((part) => ofPart(part));
  const expected = Math.round(expectedBy(kindsOf(proved)));
  return atMostBy(expected, kindsOf(claim)) >= LIKELY;
}

/**
 * The counted questions of each part of a claim. A question that ran out while the game was out of reach
 * does not count.
 */
function talliesOf(claim: Claim, { rows }: Rows): Tally[] {
  let from = 0;
  return claim.map(({ questions }) => {
    const counted = rows.slice(from, from + questions).filter(({ end }) => end !== 'void');
    from += questions;
    return { right: counted.filter(({ end }) => end === 'right').length, asked: counted.length };
  });
}

function ofPart({ level, past, questions }: ClaimPart, asked = questions): QuestionKind {
  const most = (PAST_WEIGHT * questions) / PROOF_QUESTIONS;
  const weight = Math.min(1, most / Math.max(1, past.asked));
  const claimed = { right: past.right * weight * (1 - STRAIN), asked: past.asked * weight };
  const anybody = { right: ANYBODY[level] * ANYBODY_WEIGHT, asked: ANYBODY_WEIGHT };
  return { asked, past: sumOf([claimed, anybody]) };
}

const questionsOf = (parts: Claim) => parts.reduce((sum, { questions }) => sum + questions, 0);

const hasPast = (claim: Claim) => claim.some(({ past }) => past.asked > 0);

/**
 * The signs that the times of a proof round are implausible, by the rules of a run
 * (game.md#implausible-runs).
 */
export function flagsOfProof(
  { questions, rows }: Pick<OpenProof, 'questions' | 'rows'>,
  phoneMs: readonly number[],
): string[] {
  const answers = rows.flatMap(({ end, ms }, index): SealedAnswer[] => {
    const question = questions[index];
    if (!question || (end !== 'right' && end !== 'wrong')) return [];
    const { timerMs } = question;
    const [letters, onPhone] = [lettersOf(question), phoneMs[index] ?? null];
    return [{ isRight: end === 'right', serverMs: ms, phoneMs: onPhone, timerMs, letters }];
  });
  return evidenceOfAnswers(answers).signs;
}

/** The gaps between a proof round and its claim. With a gap a person decides, however good the round was. */
export function gapsOfProof(
  claim: Claim,
  {
    questions,
    rows,
  }: { questions: readonly Pick<OpenProof['questions'][number], 'level'>[] } & Rows,
): string[] {
  const claimed = claim.flatMap((part) =>
    Array.from({ length: part.questions }, () => LEVELS.indexOf(part.level)),
  );
  const easier = questions.filter(({ level }, at) => LEVELS.indexOf(level) < (claimed[at] ?? 0));
  const lost = rows.filter(({ end }) => end === 'void');
  return [
    easier.length > HARDER_ALLOWED &&
      `easier-questions: ${easier.length} of ${questions.length} were easier than what won`,
    lost.length > OUTAGES_ALLOWED &&
      `outages: ${lost.length} questions ran out while the game could not be reached`,
  ].filter((gap) => gap !== false);
}

type Payout = Selectable<Tables['payouts']>;

type Proof = Awaited<ReturnType<typeof readProofs>>[number];

/**
 * Why a player's proof rounds hold a prize, `null` if they do not (game.md#proof-round). If no proof round
 * covers the prize, the player is asked for a new proof round.
 */
export async function proofHold(
  trx: Trx,
  payout: Payout,
  now: number,
): Promise<'proof-round' | 'under-review' | null> {
  const { id: payoutId, player_id: playerId } = payout;
  const proofs = await readProofs(trx, playerId);
  const [last] = proofs;
  if (last?.state === 'asked' || last?.state === 'open') return 'proof-round';
  if (last?.state === 'under-review' && !(await isReleased(trx, playerId, last.closed_at))) {
    return 'under-review';
  }
  const claim = await readClaim(trx, payout);
  const holding = proofs.filter((proof) => covers(proof.claim, claim));
  const why = await whyAsked(trx, payout, proofs, holding);
  if (why === null) return null;
  await askProof(trx, { playerId, payoutId, why, claim }, now);
  return 'proof-round';
}

function readProofs(trx: Trx, playerId: number) {
  return trx
    .selectFrom('proof_rounds')
    .leftJoin('payouts', 'payouts.id', 'proof_rounds.payout_id')
    .select(['proof_rounds.state', 'payout_id', 'claim', 'board'])
    .select(['proof_rounds.asked_at', 'opened_at', 'closed_at'])
    .where('proof_rounds.player_id', '=', playerId)
    .orderBy('proof_rounds.asked_at', 'desc')
    .execute();
}

/** Why a prize requires a proof round, `null` if a finished proof round covers the prize. */
async function whyAsked(
  trx: Trx,
  payout: Payout,
  proofs: readonly Proof[],
  holding: readonly Proof[],
): Promise<string | null> {
  const [last] = proofs;
  if (!last) return 'first prize';
  const flags = await flaggedSince(trx, payout, last.opened_at);
  if (flags !== null) return flags;
  if (proofs.some(({ payout_id }) => payout_id === payout.id)) return null;
  if (payout.board === 'monthly' && !proofs.some(({ board }) => board === 'monthly')) {
    return 'first monthly prize';
  }
  const { prizes, days } = PROOF_LASTS;
  const from = new Date(payout.made_at.getTime() - days * DAY_MS);
  if (last.asked_at < from) return `${days} days since the last`;
  if ((await prizesSince(trx, payout, last)) >= prizes) return `${prizes} prizes on`;
  if (holding.some(({ asked_at }) => asked_at >= from)) return null;
  return 'harder or better than was proved';
}

/**
 * The number of a player's prizes after the prize that requested a proof round, up to and including this
 * prize. Refused and lapsed prizes do not count. Prizes that waited together count like prizes that came
 * one by one.
 */
async function prizesSince(
  trx: Trx,
  { id, player_id: playerId }: Payout,
  { payout_id, asked_at }: Proof,
): Promise<number> {
  const { prizes } = await trx
    .selectFrom('payouts')
    .select(({ fn }) => fn.countAll<number>().as('prizes'))
    .where('player_id', '=', playerId)
    .where((eb) => (payout_id === null ? eb('made_at', '>', asked_at) : eb('id', '>', payout_id)))
    .where('id', '<=', id)
    .where('state', 'not in', ['refused', 'lapsed'])
    .executeTakeFirstOrThrow();
  return Number(prizes);
}

/** Whether a person has released a prize of the player since a given moment. */
async function isReleased(trx: Trx, playerId: number, since: Date | null): Promise<boolean> {
  const released = await trx
    .selectFrom('payouts')
    .select('id')
    .where('player_id', '=', playerId)
    .where('state_at', '>=', since ?? new Date(0))
    .where('released', '@>', sql<HoldReason[]>`array['under-review']`)
    .limit(1)
    .executeTakeFirst();
  return released !== undefined;
}

/**
 * The flags of the newest flagged round of a period since the last proof round began, `null` if no round
 * was flagged.
 */
async function flaggedSince(
  trx: Trx,
  { player_id: playerId, period_start, period_end }: Payout,
  since: Date | null,
): Promise<string | null> {
  const flagged = await trx
    .selectFrom('rounds')
    .select('flags')
    .where('player_id', '=', playerId)
    .where('state', '=', 'counted')
    .where(sql<number>`cardinality(flags)`, '>', 0)
    .where('issued_at', '>', since ?? new Date(0))
    .where('closed_at', '>=', period_start)
    .where('closed_at', '<', new Date(period_end.getTime() + LATE_RESULT_GRACE_MS))
    .orderBy('issued_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return flagged?.flags.join('; ') ?? null;
}
