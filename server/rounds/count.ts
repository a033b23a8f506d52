import type { Awarded, PointsSubmission } from '../../src/contract/points.ts';
import { scoreTranscript, transcriptFault } from '../../src/rules/round.ts';
import { lockPlayer } from '../accounts/players.ts';
import { creditBoards } from '../boards/boards.ts';
import type { Ranking } from '../boards/ranking.ts';
import type { Db, Trx } from '../database/tables.ts';
import { Refusal } from '../http/serve.ts';
import { settleRound } from '../ledger/entries.ts';
import { earnTickets } from '../raffle/raffle.ts';
import type { Services } from '../services.ts';
import { flagsOf } from './flags.ts';
import { costOf, noteBest, termsOf } from './terms.ts';
import { repairRound, withdrawnAmong } from './withdrawn.ts';

/** What counting a result needs: the boards' ranking, and whether the raffle is open. */
type CountingWith = { ranking: Pick<Ranking, 'noteChange'> } & Pick<Services, 'config'>;

/** A result whose round exists, sent by somebody who may deliver it. */
export type SubmittedResult = {
  playerId: number;
  submission: PointsSubmission & { round: NonNullable<PointsSubmission['round']> };
};

const ROUND_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Finds a round's player, its pool and the hash of its secret; `null` if the id is unknown. */
export async function findRound(db: Db, id: string) {
  if (!ROUND_ID.test(id)) return null;
  const row = await db
    .selectFrom('rounds')
    .select(['player_id', 'secret_hash', 'pool', 'issued_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Counts a result, once, by scoring its transcript again. The coins that the round held are settled; points,
 * raffle tickets and boards are credited. The server's count is final, whatever the phone counted
 * (game.md#how-a-round-is-counted).
 */
export async function countResult(
  trx: Trx,
  { ranking, config }: CountingWith,
  submitted: SubmittedResult,
  now: number,
): Promise<Awarded> {
  const { playerId, submission } = submitted;
  const { id, transcript } = submission.round;
  await lockPlayer(trx, playerId);
  const round = await trx
    .selectFrom('rounds')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (round.state === 'counted') {
    throw new Refusal(409, 'round/already-counted', 'This round has been counted already');
  }
  if (round.state === 'expired' || now > round.deliver_by.getTime()) {
    const message = 'This round came too late to count. Its coins are back in your balance.';
    throw new Refusal(410, 'round/expired', message);
  }
  const fault = transcriptFault(round.questions, transcript);
  if (fault !== null) throw new Refusal(422, 'round/bad-transcript', fault);

  const [terms, questions] = [termsOf(round), round.questions];
  const result = scoreTranscript(terms, questions, transcript);
  const issuedAt = round.issued_at.getTime();
  const { points, coins, score } = submission;
  const onPhone = { points, coins, score };
  const money = { roundId: id, playerId, cost: costOf(round) };
  // Boards must not have points that the ledger does not have.
  if (!(await settleRound(trx, money, result, now))) {
    throw new Error('an open round is closed in the ledger');
  }
  await trx
    .updateTable('rounds')
    .set({
      state: 'counted',
      closed_at: new Date(now),
      transcript: JSON.stringify(transcript),
      result: JSON.stringify(result),
      claim: JSON.stringify(onPhone),
      flags: flagsOf({
        terms,
        questions,
        rows: transcript,
        result,
        onPhone,
        elapsedMs: now - issuedAt,
      }),
    })
    .where('id', '=', id)
    .execute();
  const { category_id: categoryId, level } = round;
  await noteBest(trx, { playerId, categoryId, level, right: result.right });
  await earnTickets(trx, config, {
    playerId,
    pool: round.pool,
    points: result.points,
    issuedAt,
    countedAt: now,
  });
  await creditBoards(trx, ranking, {
    playerId,
    pool: round.pool,
    played: 'round',
    points: result.points,
    issuedAt,
    arrivedAt: now,
  });
  const awarded = { points: result.points, coins: result.coins };
  // Some questions may have been withdrawn since they were dealt, or were dealt by a server that was not
  // restarted since.
  for (const questionId of await withdrawnAmong(
    trx,
    questions.map((one) => one.id),
  )) {
    const repair = await repairRound(trx, { ranking, config }, { roundId: id, questionId }, now);
    awarded.points += repair?.points ?? 0;
    awarded.coins -= repair?.coins ?? 0;
  }
  return awarded;
}
