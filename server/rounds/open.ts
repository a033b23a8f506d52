import { randomInt, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import {
  type BankQuestion,
  type QuestionBank,
  withoutPictures,
} from '../../question-bank/reader/bank.ts';
import { type DealtQuestion, deal } from '../../question-bank/reader/deal.ts';
import type { IssuedRound } from '../../src/contract/rounds.ts';
import { type Level, QUESTIONS_PER_ROUND } from '../../src/rules/levels.ts';
import { poolOf } from '../../src/rules/networks.ts';
import {
  questionLevel,
  ROUND_DELIVERY_MS,
  ROUND_PLAYABLE_MS,
  UNFINISHED_ROUNDS_MAX,
} from '../../src/rules/plays.ts';
import { termsFor } from '../../src/rules/scoring.ts';
import { lockPlayer, planRuns } from '../accounts/players.ts';
import { pointsInPeriod } from '../boards/read.ts';
import type { Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';
import { holdForRound } from '../ledger/entries.ts';
import type { Services } from '../services.ts';
import { rememberDealt, seenOf } from './dealt.ts';
import { expireLocked } from './expire.ts';
import { inactive, usePlay } from './plays.ts';
import { hashRoundSecret } from './secrets.ts';

/** A round just opened; its secret is put in when the reply is made. */
export type OpenedRound = { round: Omit<IssuedRound, 'secret'>; questions: DealtQuestion[] };

/** Which round is asked for, and whether its play is still to be taken. */
type RoundRequest = {
  playerId: number;
  categoryId: string;
  level: Level;
  isNewPlay: boolean;
  /** Whether the client draws pictures: another is dealt no question with one. */
  drawsPictures: boolean;
  /** Where it is asked from, as it is kept: signed. */
  addressHash: string;
};

/** Opens a round: uses the open play, freezes the terms, deals and holds the level's cost. */
export async function openRound(
  trx: Trx,
  services: Services,
  { playerId, categoryId, level, isNewPlay, drawsPictures, addressHash }: RoundRequest,
): Promise<OpenedRound> {
  const now = services.now();
  await lockPlayer(trx, playerId);
  await expireLocked(trx, playerId, now);
  const starter = await readStarter(trx, playerId, now);
  if (!starter.isActive) throw inactive();
  const playId = await usePlay(trx, { playerId, isNewPlay }, now);
  if (starter.unfinished >= UNFINISHED_ROUNDS_MAX) {
    throw new Refusal(409, 'round/too-many', 'Finish the rounds you have started first');
  }

  const terms = termsFor(level, starter.weekPoints);
  const askedLevel = questionLevel(level, starter.createdAt, now);
  const ofCategory = questionsOf(services.bank, categoryId);
  const drawable = drawsPictures ? ofCategory : withoutPictures(ofCategory);
  const stock = await services.reserve.withoutIt(trx, drawable, now);
  const pool = services.standings.dealtAt(stock, askedLevel);
  const seen = await seenOf(trx, playerId, pool);
  const seed = randomInt(2 ** 32);
  const questions = deal(pool, seen, QUESTIONS_PER_ROUND, seed);
  if (questions.length < QUESTIONS_PER_ROUND) {
    throw new Error(`the bank has too few ${askedLevel} questions of ${categoryId}`);
  }

  const id = randomUUIDv7();
  const cost = terms.coinsPerQuestion * QUESTIONS_PER_ROUND;
  await holdForRound(trx, { roundId: id, playerId, cost }, now);
  const expiresAt = now + ROUND_PLAYABLE_MS;
  const times = { issuedAt: now, expiresAt, deliverBy: expiresAt + ROUND_DELIVERY_MS };
  await trx
    .insertInto('rounds')
    .values({
      id,
      player_id: playerId,
      play_id: playId,
      category_id: categoryId,
      pool: starter.pool,
      level,
      question_level: askedLevel,
      coins_per_question: terms.coinsPerQuestion,
      points_per_correct: terms.pointsPerCorrect,
      timer_ms: terms.timerMs,
      seed,
      questions: JSON.stringify(questions),
      repeats: questions.flatMap(({ id }) => (seen.has(id) ? [id] : [])),
      secret_hash: hashRoundSecret(services.roundSecrets.secretOf(id)),
      issued_at: new Date(times.issuedAt),
      expires_at: new Date(times.expiresAt),
      deliver_by: new Date(times.deliverBy),
      address_hash: addressHash,
    })
    .execute();
  await rememberDealt(trx, playerId, questions, now);
  const round = {
    id,
    issuedAt: new Date(times.issuedAt).toISOString(),
    expiresAt: new Date(times.expiresAt).toISOString(),
    deliverBy: new Date(times.deliverBy).toISOString(),
    categoryId,
    terms,
  };
  return { round, questions };
}

/** What a round asks of who begins it, in one look. */
async function readStarter(trx: Trx, playerId: number, now: number) {
  const { rows } = await sql<{
    created_at: Date;
    network: string;
    week_points: number;
    unfinished: number;
    is_active: boolean;
  }>`
    select created_at, network,
      ${pointsInPeriod('weekly', playerId, now)} as week_points,
      (select count(*) from rounds where player_id = players.id
        and state = 'open' and expires_at > ${new Date(now)}::timestamptz) as unfinished,
      ${planRuns(playerId, now)} as is_active
    from players where id = ${playerId}::bigint`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('a round is begun by nobody');
  return {
    createdAt: row.created_at.getTime(),
    pool: poolOf(row.network),
    weekPoints: row.week_points,
    unfinished: row.unfinished,
    isActive: row.is_active,
  };
}

const byCategory = new WeakMap<QuestionBank, Map<string, BankQuestion[]>>();

/** A category's questions: looking through all of them for each round takes longer than dealing it. */
function questionsOf(bank: QuestionBank, categoryId: string): readonly BankQuestion[] {
  const known = byCategory.get(bank) ?? Map.groupBy(bank.questions, ({ category }) => category);
  byCategory.set(bank, known);
  return known.get(categoryId) ?? [];
}
