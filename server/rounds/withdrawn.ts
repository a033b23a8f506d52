import type { Insertable } from 'kysely';
import { resultWithout } from '../../src/rules/withdrawn.ts';
import { BOARD_PERIODS, creditBoards, finalAt, periodsOf } from '../boards/boards.ts';
import type { BoardAndPeriod, Ranking } from '../boards/ranking.ts';
import type { Db, Tables, Trx } from '../database/tables.ts';
import { enterRoundRepair } from '../ledger/entries.ts';
import { earnPointTickets } from '../raffle/raffle.ts';
import type { Services } from '../services.ts';
import { noteBest, termsOf } from './terms.ts';

type RepairingWith = { ranking: Pick<Ranking, 'noteChange'> } & Pick<Services, 'config'>;

/** What a round's player gets as compensation for a withdrawn question. */
export type RoundRepair = {
  playerId: number;
  coins: number;
  points: number;
  /** The periods of the round that are final, and therefore take no more points. */
  closed: BoardAndPeriod[];
};

/** Gives those of the questions that were withdrawn. */
export async function withdrawnAmong(db: Db, questionIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('withdrawn_questions')
    .select('question_id')
    .where('question_id', 'in', questionIds)
    .execute();
  return rows.map(({ question_id }) => question_id);
}

/**
 * Counts a counted round again without a withdrawn question, once. It corrects coins and points in the
 * ledger, the boards whose periods are not final, the raffle and the best game (game.md#withdrawn-questions).
 * Gives `null` if the question cost the player nothing, or was compensated before. The caller has locked the
 * player.
 */
export async function repairRound(
  trx: Trx,
  { ranking, config }: RepairingWith,
  { roundId, questionId }: { roundId: string; questionId: string },
  now: number,
): Promise<RoundRepair | null> {
  const round = await trx
    .selectFrom('rounds')
    .selectAll()
    .where('id', '=', roundId)
    .executeTakeFirstOrThrow();
  const { state, questions, transcript: rows, result: before, closed_at, pool } = round;
  if (state !== 'counted' || !rows || !before || !closed_at) return null;
  const result = resultWithout(
    { terms: termsOf(round), questions, rows, result: before },
    questionId,
  );
  if (result === null) return null;
  const { player_id: playerId, category_id: categoryId, level } = round;
  const points = result.points - before.points;
  const coins = before.coins - result.coins;
  // The points count for the periods of the first count, as if the player had reached them at that time.
  const times = { issuedAt: round.issued_at.getTime(), arrivedAt: closed_at.getTime() };
  const periods = periodsOf({ pool, played: 'round', ...times });
  const isFinal = ({ board, startsAt }: BoardAndPeriod) =>
    finalAt(BOARD_PERIODS[board](startsAt)) <= now;
  const boards = periods.filter((one) => !isFinal(one)).map(({ board }) => board);
  const repair = { question_id: questionId, played_id: roundId, player_id: playerId, tickets: 0 };
  if (!(await noteRepair(trx, { ...repair, coins, points, boards, at: new Date(now) })))
    return null;
  await enterRoundRepair(trx, { questionId, playedId: roundId, playerId, coins, points }, now);
  await trx
    .updateTable('rounds')
    .set({ result: JSON.stringify(result) })
    .where('id', '=', roundId)
    .execute();
  await noteBest(trx, { playerId, categoryId, level, right: result.right });
  await earnPointTickets(trx, config, { playerId, pool, points, countedAt: now });
  await creditBoards(trx, ranking, { playerId, pool, played: 'round', points, ...times, boards });
  return { playerId, coins, points, closed: periods.filter(isFinal) };
}

/** Records a compensation for a question in a round or run; `false` if it was recorded before. */
export async function noteRepair(
  trx: Trx,
  repair: Insertable<Tables['question_repairs']>,
): Promise<boolean> {
  const noted = await trx
    .insertInto('question_repairs')
    .values(repair)
    .onConflict((conflict) => conflict.doNothing())
    .returning('played_id')
    .executeTakeFirst();
  return noted !== undefined;
}
