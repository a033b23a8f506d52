import type { BankQuestion } from '../../question-bank/reader/bank.ts';
import { dealRising } from '../../question-bank/reader/deal.ts';
import { LEVELS } from '../../src/rules/levels.ts';
import { beginProof, PROOF_QUESTIONS } from '../../src/rules/proof-round.ts';
import { lockPlayer } from '../accounts/players.ts';
import type { ClaimPart } from '../database/proof-tables.ts';
import type { Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';
import { chance } from '../rush/chance.ts';
import { dealReserved } from '../rush/deal-run.ts';
import type { Services } from '../services.ts';
import { findDue, type OpenProof, type ProofRow } from './rounds.ts';

/** Begins the proof round that a player is asked for; one that is open goes on as it stands. */
export async function openProof(
  trx: Trx,
  services: Pick<Services, 'reserve' | 'now'>,
  playerId: number,
): Promise<void> {
  await lockPlayer(trx, playerId);
  const due = await findDue(trx, playerId);
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

/** Of the levels and categories that earned the prize; where these have too few, of all, then of the next easier levels as well. */
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

/** The closest questions that are enough for a whole round: who has used up the hard ones is not asked easy ones alone. */
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
