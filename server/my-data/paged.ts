import { sql } from 'kysely';
import type { TicketReason } from '../../src/contract/raffle.ts';
import type { Db } from '../database/tables.ts';

/** Few enough for memory, however long somebody has played. */
const ROWS_A_PAGE = 200;

/** Rows page after page: each goes on behind the one before. */
async function* paged<Row>(
  readPage: (after: Row | null) => Promise<Row[]>,
): AsyncGenerator<Row, void> {
  let last: Row | null = null;
  for (;;) {
    const page: Row[] = await readPage(last);
    yield* page;
    if (page.length < ROWS_A_PAGE) return;
    last = page.at(-1) ?? null;
  }
}

/** Whatever moved a player's coins and points, the oldest first. */
export function movementsOf(db: Db, playerId: number) {
  return paged((after: { id: number } | null) =>
    db
      .selectFrom('ledger_postings as posting')
      .innerJoin('ledger_movements as movement', 'movement.id', 'posting.movement_id')
      .select(['posting.id', 'account', 'unit', 'amount', 'reason', 'created_at as at'])
      .where('posting.player_id', '=', playerId)
      .where('posting.id', '>', after?.id ?? 0)
      .orderBy('posting.id')
      .limit(ROWS_A_PAGE)
      .execute(),
  );
}

/** A player's rounds with their answers, the oldest first; of an open one not its questions. */
export async function* roundsOf(db: Db, playerId: number) {
  const rows = paged((after: { play_id: number } | null) =>
    db
      .selectFrom('rounds')
      .select(['id', 'play_id', 'category_id', 'level', 'state', 'issued_at', 'closed_at'])
      .select(['transcript', 'result', 'claim', 'flags', 'address_hash as address'])
      .where('player_id', '=', playerId)
      .where('play_id', '>', after?.play_id ?? 0)
      .orderBy('play_id')
      .limit(ROWS_A_PAGE)
      .execute(),
  );
  for await (const { play_id: _, category_id, issued_at, closed_at, ...round } of rows) {
    yield { ...round, categoryId: category_id, openedAt: issued_at, closedAt: closed_at };
  }
}

/** A player's runs with their choices, the oldest first; never their questions. */
export async function* runsOf(db: Db, playerId: number) {
  const rows = paged((after: { id: string; opened_at: Date } | null) =>
    db
      .selectFrom('rush_runs')
      .select(['id', 'ticket', 'state', 'run', 'levels', 'opened_at', 'closed_at', 'ended'])
      .select(['points', 'score', 'flags'])
      .select(['device_hash as device', 'address_hash as address'])
      .where('player_id', '=', playerId)
      .$if(after !== null, (query) =>
        query.where(
          sql`(opened_at, id)`,
          '>',
          sql`(${after?.opened_at}::timestamptz, ${after?.id}::uuid)`,
        ),
      )
      .orderBy('opened_at')
      .orderBy('id')
      .limit(ROWS_A_PAGE)
      .execute(),
  );
  for await (const { run, levels, opened_at, closed_at, ...rest } of rows) {
    const { rows: choices, used } = run;
    yield { ...rest, choices, used, times: levels, openedAt: opened_at, closedAt: closed_at };
  }
}

/** What a player tried against runs that was refused. */
export function attemptsOf(db: Db, playerId: number) {
  return paged((after: { id: number } | null) =>
    db
      .selectFrom('rush_attempts')
      .select(['id', 'run_id as runId', 'what', 'at'])
      .where('player_id', '=', playerId)
      .where('id', '>', after?.id ?? 0)
      .orderBy('id')
      .limit(ROWS_A_PAGE)
      .execute(),
  );
}

/** The questions that a player was dealt and has seen, so that they come again late. */
export function questionsOf(db: Db, playerId: number) {
  return paged((after: { questionId: string } | null) =>
    db
      .selectFrom('dealt_questions')
      .select(['question_id as questionId', 'dealt_at as dealtAt'])
      .where('player_id', '=', playerId)
      .where('question_id', '>', after?.questionId ?? '')
      .where('question_id', 'not in', dealtUnseen(playerId))
      .orderBy('question_id')
      .limit(ROWS_A_PAGE)
      .execute(),
  );
}

/** What an open run or proof round holds from the question on the table on: it tells what comes next. */
function dealtUnseen(playerId: number) {
  return sql<string>`(
    select asked->>'id' from rush_runs,
      jsonb_array_elements(run->'questions') with ordinality as dealt (asked, place)
    where player_id = ${playerId} and state = 'open' and place > jsonb_array_length(run->'rows')
    union all
    select asked->>'id' from proof_rounds,
      jsonb_array_elements(round->'questions') with ordinality as dealt (asked, place)
    where player_id = ${playerId} and state = 'open' and place > jsonb_array_length(round->'rows')
  )`;
}

/** A player's raffle tickets, by why they were earned. */
export function raffleTicketsOf(db: Db, playerId: number) {
  return paged((after: { reason: TicketReason; earnedFor: string } | null) =>
    db
      .selectFrom('raffle_tickets')
      .select(['code', 'month', 'reason', 'earned_for as earnedFor', 'earned_at as earnedAt'])
      .where('player_id', '=', playerId)
      .$if(after !== null, (query) =>
        query.where(
          sql`(reason, earned_for)`,
          '>',
          sql`(${after?.reason}::text, ${after?.earnedFor}::text)`,
        ),
      )
      .orderBy('reason')
      .orderBy('earned_for')
      .limit(ROWS_A_PAGE)
      .execute(),
  );
}
