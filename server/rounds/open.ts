import { randomInt, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { withoutPictures } from '../../question-bank/reader/bank.ts';
import { type DealtQuestion, deal } from '../../question-bank/reader/deal.ts';
import type { IssuedRound } from '../../src/contract/rounds.ts';
import { type Level, QUESTIONS_PER_ROUND } from '../../src/rules/levels.ts';
import {
  questionLevel,
  ROUND_DELIVERY_MS,
  ROUND_PLAYABLE_MS,
  UNFINISHED_ROUNDS_MAX,
} from '../../src/rules/plays.ts';
import { termsFor } from '../../src/rules/scoring.ts';
import { isActive, lockPlayer, readPool } from '../accounts/players.ts';
import { readPoints } from '../boards/read.ts';
import type { Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';
import { holdForRound } from '../ledger/entries.ts';
import type { Services } from '../services.ts';
import { rememberDealt, seenOf } from './dealt.ts';
import { expireLocked } from './expire.ts';
import { inactive, reducePlay, takeOpenPlay } from './plays.ts';
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
  if (!(await isActive(trx, playerId, now))) throw inactive();
  if (isNewPlay) await reducePlay(trx, playerId, now);
  const playId = await takeOpenPlay(trx, playerId, now);
  await refuseThirdRound(trx, playerId, now);

  const terms = termsFor(level, await readPoints(trx, 'weekly', playerId, now));
  const askedLevel = questionLevel(level, await createdAt(trx, playerId), now);
  const ofCategory = services.bank.questions.filter(({ category }) => category === categoryId);
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
      pool: await readPool(trx, playerId),
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

async function refuseThirdRound(trx: Trx, playerId: number, now: number): Promise<void> {
  const { count } = await trx
    .selectFrom('rounds')
    .select(sql<number>`count(*)`.as('count'))
    .where('player_id', '=', playerId)
    .where('state', '=', 'open')
    .where('expires_at', '>', new Date(now))
    .executeTakeFirstOrThrow();
  if (count >= UNFINISHED_ROUNDS_MAX) {
    throw new Refusal(409, 'round/too-many', 'Finish the rounds you have started first');
  }
}

async function createdAt(trx: Trx, playerId: number): Promise<number> {
  const player = await trx
    .selectFrom('players')
    .select('created_at')
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  return player.created_at.getTime();
}
