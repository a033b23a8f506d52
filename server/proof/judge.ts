import { LEVELS, type Level } from '../../src/rules/levels.ts';
import { PROOF_QUESTIONS } from '../../src/rules/proof-round.ts';
import type { ClaimPart, ProofResult } from '../database/proof-tables.ts';
import {
  atMostBy,
  expectedBy,
  type QuestionKind,
  sumOf,
  type Tally,
} from '../rounds/likelihood.ts';
import { lettersOf } from '../rounds/signs.ts';
import { evidenceOfAnswers, type SealedAnswer } from '../rush/flags.ts';
import type { OpenProof } from './rounds.ts';

/** A result that one in so many honest players would have goes to a person. */
const LIKELY = 0.08;
/**
 * The past tells as much as so many answers for a whole round, however many there were: nobody has the
 * same form each day, and of some things everybody knows more than of others.
 */
const PAST_WEIGHT = 400;
/** What anybody knows before a claim says more, as the share of so many answers: who wins by luck claims too much. */
const ANYBODY: Readonly<Record<Level, number>> = { easy: 0.75, medium: 0.6, hard: 0.45 };
const ANYBODY_WEIGHT = 4;
/** Alone with the server and its clock, a few answers are lost that would have been right. */
const STRAIN = 0.03;
/** So many questions more of a harder level are no other kind of claim. */
const HARDER_ALLOWED = 4;
/** An honest player meets no more outages in so few minutes; who makes them answers what they know alone. */
const OUTAGES_ALLOWED = 2;

type Claim = readonly ClaimPart[];
type Rows = Pick<OpenProof, 'rows'>;

/** How a proof round ended, beside what its prize claims (game.md#proof-round). */
export function judgeProof(claim: Claim, round: Rows): ProofResult & { isLikely: boolean } {
  const tallies = talliesOf(claim, round);
  const { right, asked } = sumOf(tallies);
  const kinds = claim.map((part, index) => ofPart(part, tallies[index]?.asked));
  const likelihood = atMostBy(right, kinds);
  return { right, asked, likelihood, isLikely: hasPast(claim) && likelihood >= LIKELY };
}

/**
 * Whether what was once proved holds for another claim: one that is neither of harder questions nor so much
 * better that what was claimed then would not pass for it (game.md#proof-round).
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

/** The questions of each part that count: not those that ran out while the game was out of reach. */
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

/** What speaks against a proof round by its times, as against a run (game.md#implausible-runs). */
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

/** By what a proof round shows less than its claim: it goes to a person, however good it was. */
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
