import { randomInt, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import {
  type BankQuestion,
  type QuestionBank,
  withoutPictures,
} from '../../question-bank/reader/bank.ts';
import { type DealtQuestion, deal } from '../../question-bank/reader/deal.ts';
import type { IssuedRound } from '../../src/contract/points.ts';
import { DAY_MS } from '../../src/rules/calendar.ts';
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
import { pointsInPeriod } from '../boards/boards.ts';
import { hmac, isSameText, sha256 } from '../crypto/hash.ts';
import { openKey } from '../crypto/key.ts';
import type { Db, Trx } from '../database/tables.ts';
import { Refusal } from '../http/serve.ts';
import { holdForRound } from '../ledger/entries.ts';
import type { Services } from '../services.ts';
import { expireLocked, inactive, usePlay } from './expire.ts';

/** A round that was just opened. Its secret is added when the reply is made. */
type OpenedRound = { round: Omit<IssuedRound, 'secret'>; questions: DealtQuestion[] };

/** The round that a player asks for, and whether a play must still be taken for it. */
type RoundRequest = {
  playerId: number;
  categoryId: string;
  level: Level;
  isNewPlay: boolean;
  /** Whether the client draws pictures. If it does not, no question with a picture is dealt. */
  drawsPictures: boolean;
  /** The keyed hash of the address that the call came from. */
  addressHash: string;
};

/**
 * Opens a round: it uses the open play, fixes the terms, deals the questions, and holds the coins that the
 * level costs.
 */
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
  const pool = services.verdicts.dealtAt(stock, askedLevel);
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

/** What a new round depends on, read in one query. */
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

/**
 * The questions of a category. They are indexed, because searching all questions would take longer than
 * dealing.
 */
function questionsOf(bank: QuestionBank, categoryId: string): readonly BankQuestion[] {
  const known = byCategory.get(bank) ?? Map.groupBy(bank.questions, ({ category }) => category);
  byCategory.set(bank, known);
  return known.get(categoryId) ?? [];
}

/** For this time after a sealed question was dealt to a player, it is not dealt to them again. */
export const NOT_AGAIN_MS = 30 * DAY_MS;

/** The times at which these questions were last dealt to a player, in epoch milliseconds. */
export async function seenOf(
  db: Db,
  playerId: number,
  pool: readonly BankQuestion[],
): Promise<Map<string, number>> {
  if (pool.length === 0) return new Map();
  // Only the ids of these questions are read, some hundreds. A player's whole history would be thousands of
  // rows.
  const ids = pool.map(({ id }) => id);
  const rows = await db
    .selectFrom('dealt_questions')
    .select(['question_id', 'dealt_at'])
    .where('player_id', '=', playerId)
    .where('question_id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.question_id, row.dealt_at.getTime()]));
}

/** Records that a player was dealt these questions now. */
export async function rememberDealt(
  trx: Trx,
  playerId: number,
  questions: readonly DealtQuestion[],
  now: number,
): Promise<void> {
  await trx
    .insertInto('dealt_questions')
    .values(
      questions.map(({ id }) => ({
        player_id: playerId,
        question_id: id,
        dealt_at: new Date(now),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['player_id', 'question_id'])
        .doUpdateSet({ dealt_at: sql`excluded.dealt_at` }),
    )
    .execute();
}

/** Deletes the records that a player was dealt these questions, because the questions were never shown. */
export async function forgetDealt(
  trx: Trx,
  playerId: number,
  questionIds: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('dealt_questions')
    .where('player_id', '=', playerId)
    .where('question_id', 'in', questionIds)
    .execute();
}

/**
 * Deletes the records of questions that a player was dealt. Records of sealed questions stay, because a later
 * account of the number must not be dealt those again.
 */
export async function forgetUnsealed(trx: Trx, playerId: number): Promise<void> {
  await trx
    .deleteFrom('dealt_questions')
    .where('player_id', '=', playerId)
    .where('question_id', 'not in', (eb) => eb.selectFrom('rush_reserve').select('question_id'))
    .execute();
}

/** Deletes records of deleted accounts that are too old to matter to a later account of the number. */
export async function deleteOldDealt(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('dealt_questions')
    .where('dealt_at', '<=', new Date(now - NOT_AGAIN_MS))
    .where('player_id', 'in', (eb) => eb.selectFrom('deleted_numbers').select('player_id'))
    .execute();
}

/** Makes the secrets of rounds. A round's secret can deliver that round and nothing else. */
export type RoundSecrets = {
  /** The secret of a round. It is always the same for the same round. */
  secretOf: (roundId: string) => string;
};

const SETTING = 'round-secret';

/**
 * Makes each round's secret from its id with the database's key. A repeated call thus gets the same secret,
 * although no stored reply has it and the round stores only its hash.
 */
export async function openRoundSecrets(db: Db): Promise<RoundSecrets> {
  const key = await openKey(db, SETTING);
  return {
    secretOf: (roundId) => hmac(key, `round:${roundId}`),
  };
}

function hashRoundSecret(secret: string): string {
  return sha256(secret);
}

export function isRoundSecret(presented: string, hash: string): boolean {
  return isSameText(hashRoundSecret(presented), hash);
}
