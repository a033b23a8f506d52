import { sql } from 'kysely';
import type { TicketReason } from '../../src/contract/raffle.ts';
import { readUser } from '../accounts/players.ts';
import { showBankAccount } from '../accounts/profile/bank-accounts.ts';
import { readNetworks } from '../accounts/sign-in/seen-networks.ts';
import { type PlayerSession, readSignIns } from '../accounts/sign-in/sessions.ts';
import type { Db } from '../database/tables.ts';
import { readClaims } from '../payments/claims.ts';
import { readConsents } from '../payments/reads.ts';
import { readSpendingLimits } from '../plans/spending-limits.ts';
import { readPayouts } from '../prizes/player-payouts.ts';
import { readBests } from '../rounds/terms.ts';
import type { Services } from '../services.ts';

/** A part of the player's data. It is read at once if its size is limited, and otherwise row by row. */
export type Section = { name: string; read: () => Promise<unknown> | AsyncIterable<unknown> };

/** Gives all data about the signed-in player, in the order of the file (account.md#my-data). */
export function sectionsOf(
  services: Pick<Services, 'db' | 'vault' | 'now' | 'sign'>,
  session: PlayerSession,
): Section[] {
  const { db, now } = services;
  const { playerId } = session;
  const at = now();
  return [
    { name: 'madeAt', read: async () => new Date(at).toISOString() },
    { name: 'profile', read: () => readProfile(db, playerId, at) },
    { name: 'bankAccount', read: () => showBankAccount(services, playerId) },
    { name: 'signIns', read: () => readSignIns(db, session, at) },
    { name: 'networks', read: () => readNetworks(db, services, session.phone) },
    { name: 'spending', read: () => readSpendingLimits(db, playerId, at) },
    { name: 'payments', read: () => readPayments(db, playerId) },
    { name: 'plans', read: () => readPlans(db, playerId) },
    { name: 'tickets', read: () => readTickets(db, playerId) },
    { name: 'raffleTickets', read: () => raffleTicketsOf(db, playerId) },
    { name: 'streaks', read: () => readStreaks(db, playerId) },
    { name: 'bests', read: () => readBests(db, playerId) },
    { name: 'renewal', read: () => readRenewal(db, playerId) },
    { name: 'consents', read: () => readConsents(db, playerId) },
    { name: 'claims', read: () => readClaims(db, playerId) },
    { name: 'refunds', read: () => readRefunds(db, playerId) },
    { name: 'payouts', read: () => readPayouts(db, playerId) },
    { name: 'points', read: () => readPoints(db, playerId) },
    { name: 'messages', read: () => readMessages(db, playerId) },
    { name: 'reportsMade', read: () => readReportsMade(db, playerId) },
    { name: 'questionReports', read: () => readQuestionReports(db, playerId) },
    { name: 'plays', read: () => readPlays(db, playerId) },
    { name: 'movements', read: () => movementsOf(db, playerId) },
    { name: 'rounds', read: () => roundsOf(db, playerId) },
    { name: 'runs', read: () => runsOf(db, playerId) },
    { name: 'runAttempts', read: () => attemptsOf(db, playerId) },
    { name: 'proofRounds', read: () => readProofs(db, playerId) },
    { name: 'questionsSeen', read: () => questionsOf(db, playerId) },
  ];
}

async function readProfile(db: Db, playerId: number, at: number) {
  const { social, source, seen_at, ...locks } = await db
    .selectFrom('players')
    .select(['social', 'source', 'seen_at'])
    .select(['picture_locked_until as pictureLockedUntil', 'name_locked_until as nameLockedUntil'])
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  return { ...(await readUser(db, playerId, at)), social, source, lastSeenAt: seen_at, ...locks };
}

function readPayments(db: Db, playerId: number) {
  return db
    .selectFrom('payments')
    .select(['reference', 'way', 'product', 'coins', 'kobo', 'fee_kobo as feeKobo', 'state'])
    .select(['payer', 'created_at as createdAt', 'ended_at as endedAt'])
    .where('player_id', '=', playerId)
    .orderBy('created_at')
    .execute();
}

function readPlans(db: Db, playerId: number) {
  return db
    .selectFrom('subscriptions')
    .select(['reference', 'plan', 'way', 'kobo', 'starts_at as startsAt', 'ends_at as endsAt'])
    .select(['cancelled_at as cancelledAt', 'undone_at as undoneAt'])
    .where('player_id', '=', playerId)
    .orderBy('starts_at')
    .execute();
}

/** Reads a player's tickets of Millionaire Rush. */
function readTickets(db: Db, playerId: number) {
  return db
    .selectFrom('rush_tickets')
    .select(['reference', 'bought_at as boughtAt', 'undone_at as undoneAt'])
    .where('player_id', '=', playerId)
    .orderBy('bought_at')
    .execute();
}

/** Reads a player's streaks: days in a row with a counted round. */
function readStreaks(db: Db, playerId: number) {
  return db
    .selectFrom('play_streaks')
    .select(['first_day as firstDay', 'last_day as lastDay'])
    .where('player_id', '=', playerId)
    .orderBy('first_day')
    .execute();
}

async function readRenewal(db: Db, playerId: number) {
  const chosen = await db
    .selectFrom('renewals')
    .select(['plan', 'way', 'kobo', 'fee_kobo as feeKobo', 'chosen_at as chosenAt'])
    .where('player_id', '=', playerId)
    .executeTakeFirst();
  return chosen ?? null;
}

function readRefunds(db: Db, playerId: number) {
  return db
    .selectFrom('refunds')
    .select(['reference', 'way', 'kobo', 'state', 'at'])
    .where('player_id', '=', playerId)
    .orderBy('at')
    .execute();
}

function readPoints(db: Db, playerId: number) {
  return db
    .selectFrom('board_scores')
    .select(['board', 'pool', 'period_start as periodFrom', 'points', 'reached_at as reachedAt'])
    .where('player_id', '=', playerId)
    .orderBy('period_start')
    .execute();
}

/** Reads a player's proof rounds and their verdicts, but not their questions. */
async function readProofs(db: Db, playerId: number) {
  const rows = await db
    .selectFrom('proof_rounds')
    .select(['state', 'why', 'claim', 'round', 'result', 'flags', 'phone_ms as phoneMs'])
    .select(['asked_at as askedAt', 'opened_at as openedAt', 'closed_at as closedAt'])
    .where('player_id', '=', playerId)
    .orderBy('asked_at')
    .execute();
  return rows.map(({ round, ...rest }) => ({ ...rest, choices: round?.rows ?? [] }));
}

function readMessages(db: Db, playerId: number) {
  return db
    .selectFrom('contact_messages')
    .select(['email', 'phone', 'subject', 'message', 'created_at as sentAt'])
    .where('player_id', '=', playerId)
    .orderBy('id')
    .execute();
}

/** Reads which players the player has reported, by their ids on boards. */
function readReportsMade(db: Db, playerId: number) {
  return db
    .selectFrom('player_reports')
    .select(['player_id as playerId', 'reason', 'at'])
    .where('reporter_id', '=', playerId)
    .orderBy('id')
    .execute();
}

/** Reads which questions the player has reported. */
function readQuestionReports(db: Db, playerId: number) {
  return db
    .selectFrom('question_reports')
    .select(['question_id as questionId', 'round_id as roundId', 'reason', 'at'])
    .where('player_id', '=', playerId)
    .orderBy('at')
    .execute();
}

function readPlays(db: Db, playerId: number) {
  return db
    .selectFrom('plays')
    .select(['day', 'is_open as isOpen', 'taken_at as takenAt'])
    .where('player_id', '=', playerId)
    .orderBy('id')
    .execute();
}

/** How many rows are in memory at once, however long somebody has played. */
const ROWS_A_PAGE = 200;

/** Reads rows page by page. Each page continues after the last row of the page before. */
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

/** Reads all movements of a player's coins and points, oldest first. */
function movementsOf(db: Db, playerId: number) {
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

/** Reads a player's rounds with their answers, oldest first. An open round comes without its questions. */
async function* roundsOf(db: Db, playerId: number) {
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

/** Reads a player's runs with their choices, oldest first, but not their questions. */
async function* runsOf(db: Db, playerId: number) {
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

/** Reads a player's refused attempts on runs. */
function attemptsOf(db: Db, playerId: number) {
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

/**
 * Reads the questions that a player was dealt and has seen. They are stored so that they are dealt again as
 * late as possible.
 */
function questionsOf(db: Db, playerId: number) {
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

/** SQL for the unanswered questions of open runs and proof rounds. The file would reveal what comes next. */
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

/** Reads a player's raffle tickets, ordered by the reason for which they were earned. */
function raffleTicketsOf(db: Db, playerId: number) {
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
