import type { InferOutput } from 'valibot';
import type { BankQuestion } from '../../question-bank/reader/bank.ts';
import { dealRising } from '../../question-bank/reader/deal.ts';
import type { proofAnswerSchema, proofVerdictReplySchema } from '../../src/contract/proof.ts';
import { LEVELS } from '../../src/rules/levels.ts';
import {
  beginProof,
  PROOF_QUESTIONS,
  type ProofEvent,
  proofAnswerableUntil,
  proofQuestion,
  stepProof,
} from '../../src/rules/proof-round.ts';
import { lockPlayer } from '../accounts/players.ts';
import { forgetRelease } from '../accounts/profile/bank-accounts.ts';
import type { ClaimPart, Trx } from '../database/tables.ts';
import { Refusal } from '../http/serve.ts';
import { wasOutage } from '../rush/outages.ts';
import { chance, dealReserved, verdictOf } from '../rush/runs.ts';
import type { Services } from '../services.ts';
import { flagsOfProof, gapsOfProof, judgeProof } from './claim.ts';
import { findDueProof, type OpenProof, type ProofRow, sealProof } from './rounds.ts';

/**
 * Begins the proof round that a player is asked for. A proof round that is open already continues
 * unchanged.
 */
export async function openProof(
  trx: Trx,
  services: Pick<Services, 'reserve' | 'now'>,
  playerId: number,
): Promise<void> {
  await lockPlayer(trx, playerId);
  const due = await findDueProof(trx, playerId);
  if (!due) throw new Refusal(409, 'proof/not-asked', 'You are not asked for a proof round');
  if (due.state === 'open') return;
  const questions = await dealProof(trx, services, due);
  const now = services.now();
  await trx
    .updateTable('proof_rounds')
    .set({
      state: 'open',
      round: JSON.stringify(beginProof(questions, now)),
      opened_at: new Date(now),
    })
    .where('id', '=', due.id)
    .execute();
}

/**
 * Deals from the levels and categories that earned the prize. If these have too few questions, it deals
 * from all categories, and then also from the next easier levels.
 */
async function dealProof(
  trx: Trx,
  { reserve, now }: Pick<Services, 'reserve' | 'now'>,
  { player_id: playerId, claim }: ProofRow,
): Promise<OpenProof['questions']> {
  const dealt = await dealReserved(trx, { reserve, playerId, now: now() }, (stock, seen) => {
    const pools = claim.map((part) => ({ pool: poolOf(stock, part), count: part.questions }));
    const questions = dealRising(pools, seen, chance);
    if (questions.length === PROOF_QUESTIONS) return questions;
    const message =
      'There are no new questions for you right now. Your prize waits: try again later.';
    throw new Refusal(409, 'proof/closed', message);
  });
  const timers = claim.flatMap(({ questions, timerMs }) =>
    Array.from({ length: questions }, () => timerMs),
  );
  return dealt.map((question, index) => ({ ...question, timerMs: timers[index] ?? 0 }));
}

/**
 * The narrowest pool that is enough for a whole round, so that a player who has used up the hard questions
 * does not get only easy questions.
 */
function poolOf(stock: readonly BankQuestion[], { level, categories }: ClaimPart): BankQuestion[] {
  const easierBy = (question: BankQuestion) =>
    LEVELS.indexOf(level) - LEVELS.indexOf(question.level);
  const choices: ((question: BankQuestion) => boolean)[] = [
    (question) => easierBy(question) === 0 && categories.includes(question.category),
    ...LEVELS.map((_, most) => (question: BankQuestion) => {
      const by = easierBy(question);
      return by >= 0 && by <= most;
    }),
    () => true,
  ];
  const pools = choices.map((isChosen) => stock.filter(isChosen));
  return pools.find((pool) => pool.length >= PROOF_QUESTIONS) ?? [];
}

type ProofAnswer = InferOutput<typeof proofAnswerSchema>;

type Verdict = Extract<InferOutput<typeof proofVerdictReplySchema>, { status: true }>['data'];

/** Judges a question by the server's clock, and deals the next question (game.md#proof-round). */
export async function answerProof(
  trx: Trx,
  { now }: Pick<Services, 'now'>,
  { playerId, at }: { playerId: number; at: number },
  answer: ProofAnswer,
): Promise<Verdict> {
  await lockPlayer(trx, playerId);
  const row = await findDueProof(trx, playerId);
  const question = row?.round ? proofQuestion(row.round) : null;
  if (!row?.round || !question) throw new Refusal(409, 'proof/not-open', 'No proof round is open');
  const before = row.round;
  if (before.rows.length + 1 !== answer.number) {
    throw new Refusal(409, 'proof/question-over', 'The proof round is at another question');
  }
  if (answer.end === 'answered' && !question.options.includes(answer.choice ?? '')) {
    throw new Refusal(422, 'proof/bad-choice', 'That is none of the options');
  }
  const round = stepProof(
    before,
    await eventOf(trx, { playerId, round: before }, answer, { at, dealtAt: now() }),
  );
  const phoneMs = [...row.phone_ms, answer.ms];
  await trx
    .updateTable('proof_rounds')
    .set({ round: JSON.stringify(round), phone_ms: JSON.stringify(phoneMs) })
    .where('id', '=', row.id)
    .execute();
  if (proofQuestion(round) === null) await close(trx, row, { round, phoneMs, at });
  return {
    verdict: verdictOf(round.rows.at(-1)?.end),
    answer: question.answer,
    next: sealProof(round),
  };
}

async function eventOf(
  trx: Trx,
  { playerId, round }: { playerId: number; round: OpenProof },
  { end, choice }: ProofAnswer,
  times: { at: number; dealtAt: number },
): Promise<ProofEvent> {
  const isUp = times.at > proofAnswerableUntil(round);
  if (end === 'answered' && choice !== null && !isUp) return { type: 'answer', choice, ...times };
  const until = Math.min(times.at, proofAnswerableUntil(round));
  const isOutage =
    times.at >= round.shownAt + (proofQuestion(round)?.timerMs ?? 0) &&
    (await wasOutage(trx, playerId, round.shownAt, until));
  return { type: 'timeout', isOutage, ...times };
}

type Played = { round: OpenProof; phoneMs: number[]; at: number };

/**
 * Judges the whole round. A result that is likely under the prize's claim passes. A person decides about
 * any other result.
 */
async function close(trx: Trx, row: ProofRow, { round, phoneMs, at }: Played): Promise<void> {
  const { isLikely, ...result } = judgeProof(row.claim, round);
  const flags = [...gapsOfProof(row.claim, round), ...flagsOfProof(round, phoneMs)];
  const isPassed = isLikely && flags.length === 0;
  if (!isPassed) await forgetRelease(trx, row.player_id, 'under-review');
  await trx
    .updateTable('proof_rounds')
    .set({
      state: isPassed ? 'passed' : 'under-review',
      closed_at: new Date(at),
      result: JSON.stringify(result),
      flags,
    })
    .where('id', '=', row.id)
    .execute();
}
