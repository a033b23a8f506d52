import type { FastifyBaseLogger } from 'fastify';
import { DAY_MS } from '../../src/rules/calendar.ts';
import { UNSEEN_MS } from '../accounts/deleted-numbers.ts';
import { isNobodys } from '../accounts/players.ts';
import { deleteOldLookups, deleteUnusedMarks } from '../accounts/profile/bank-accounts.ts';
import { deleteOldPictures } from '../accounts/profile/picture.ts';
import { deleteOldReports } from '../accounts/profile/profile.ts';
import { deleteOldArrivals } from '../accounts/sign-in/arrivals.ts';
import { OPERATOR_PROOF_LIFE_MS } from '../accounts/sign-in/proofs.ts';
import { deleteOldNetworks } from '../accounts/sign-in/seen-networks.ts';
import { deleteOldClientReports } from '../client-reports/client-reports.ts';
import type { Db, Trx } from '../database/tables.ts';
import { deleteOldCounts } from '../http/hour-counts.ts';
import { RECORD_LIFE_MS } from '../http/idempotency.ts';
import { deleteConsents, hideStrangersConsents, NO_ACCOUNT } from '../my-data/delete-account.ts';
import { deleteOldWalletCounts } from '../payments/wallet-limits.ts';
import { expireRoundsOf, playersWithOverdueRounds } from '../rounds/expire.ts';
import { deleteOldDealt } from '../rounds/open.ts';
import { deleteOldQuestionReports } from '../rounds/question-reports.ts';
import { deleteOldRoundTraces } from '../rounds/traces.ts';
import { deleteOldTraces } from '../rush/attempts.ts';
import { flagSharedRuns } from '../rush/flags.ts';
import { endOverdueRun, playersWithOverdueRuns } from '../rush/moves.ts';
import type { Services } from '../services.ts';

type SweepLog = Pick<FastifyBaseLogger, 'error'>;

const PLAYERS_A_SWEEP = 500;

/**
 * Frees overdue holds, ends overdue runs and deletes old rows. A part that fails is tried again by the next
 * sweep.
 */
export async function sweep(
  services: Pick<Services, 'db' | 'now' | 'ranking'>,
  log: SweepLog,
): Promise<void> {
  const { db } = services;
  const now = services.now();
  const attempt = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (err) {
      log.error({ err }, `${what} failed`);
    }
  };
  await attempt('looking for overdue rounds', async () => {
    for (const playerId of await playersWithOverdueRounds(db, now, PLAYERS_A_SWEEP)) {
      await attempt(`expiring the rounds of player ${playerId}`, () =>
        expireRoundsOf(db, playerId, now),
      );
    }
  });
  await attempt('looking for overdue runs', async () => {
    for (const playerId of await playersWithOverdueRuns(db, now, PLAYERS_A_SWEEP)) {
      await attempt(`ending the run of player ${playerId}`, () =>
        endOverdueRun(services, playerId),
      );
    }
  });
  await attempt('deleting old traces of runs', () => deleteOldTraces(db, now));
  await attempt('deleting old traces of rounds', () => deleteOldRoundTraces(db, now));
  await attempt('deleting old replies', () =>
    db
      .deleteFrom('idempotency_records')
      .where('created_at', '<', new Date(now - RECORD_LIFE_MS))
      .execute(),
  );
  await attempt('deleting old challenges and proofs', () => deleteOldProofs(db, now));
  await attempt('deleting old visits, messages and charges', () => deleteOldNotes(db, now));
  await attempt('deleting old payments', () => deleteOldPayments(db, now));
  await attempt('taking numbers out of old payments', () => hideOldNumbers(db, now));
  await attempt('deleting old counts of mobile money', () => deleteOldWalletCounts(services, now));
  await attempt('deleting replaced pictures', () => deleteOldPictures(db, now));
  await attempt('deleting old reports of players', () => deleteOldReports(db, now));
  await attempt('deleting old reports of questions', () => deleteOldQuestionReports(db, now));
  await attempt('deleting old reports of phones', () => deleteOldClientReports(db, now));
  await attempt('deleting old counts of sign-ins', () => deleteOldArrivals(db, now));
  await attempt('deleting old look-ups of bank accounts', () => deleteOldLookups(db, now));
  await attempt('deleting marks of bank accounts', () => deleteUnusedMarks(db, now));
  await attempt('looking for runs that share a phone', () => flagSharedRuns(db, now));
  await attempt('deleting ended sessions', () =>
    db.deleteFrom('sessions').where('expires_at', '<', new Date(now)).execute(),
  );
}

/** How many years the law has an operator keep payments and consents. */
const BOOKS_YEARS = 6;
/** How long a payer's number is kept, since a refund goes back to the number that paid. */
const PAYER_MEMORY_MS = 90 * DAY_MS;
/** How long a paid period waits for its number to get an account. */
const STRANGER_MEMORY_MS = 365 * DAY_MS;

/** Deletes payments, consents and refunds that the law no longer has us keep. */
async function deleteOldPayments(db: Db, now: number): Promise<void> {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - BOOKS_YEARS);
  await db.transaction().execute(async (trx) => {
    await deleteConsents(trx, before);
    for (const table of ['disputes', 'refunds', 'claims', 'payment_reports'] as const) {
      await trx.deleteFrom(table).where('at', '<', before).execute();
    }
    await deletePayments(trx, before);
    await deletePayouts(trx, before);
    await trx.deleteFrom('airtime_charges').where('at', '<', before).execute();
    await trx.deleteFrom('subscriptions').where('ends_at', '<', before).execute();
  });
}

/** Deletes payouts that have ended. A payout that is still open has a younger entry. */
async function deletePayouts(trx: Trx, before: Date): Promise<void> {
  await trx
    .deleteFrom('payouts')
    .where('state', 'in', ['paid', 'refused', 'lapsed'])
    .where('state_at', '<', before)
    .execute();
}

/**
 * Deletes old payments. A payment is kept as long as its dispute is.
 */
async function deletePayments(trx: Trx, before: Date): Promise<void> {
  await trx
    .deleteFrom('payments')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('disputes')
            .select('id')
            .whereRef('disputes.reference', '=', 'payments.reference'),
        ),
      ),
    )
    .execute();
}

/** Removes numbers from kept payments and from what is left of deleted accounts. */
async function hideOldNumbers(db: Db, now: number): Promise<void> {
  const before = (ms: number) => new Date(now - ms);
  // This has to come before the deletion of the trace that leads to these rows.
  await deleteOldDealt(db, now);
  await db.deleteFrom('deleted_numbers').where('deleted_at', '<', before(UNSEEN_MS)).execute();
  await db
    .updateTable('payments')
    .set({ payer: null, handle: null })
    .where('payer', 'is not', null)
    .where('ended_at', '<', before(PAYER_MEMORY_MS))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('players')
          .select('players.id')
          .whereRef('players.id', '=', 'payments.player_id')
          .where('players.deleted_at', '<', before(PAYER_MEMORY_MS)),
      ),
    )
    .execute();
  await db
    .updateTable('airtime_charges')
    .set({ phone: NO_ACCOUNT })
    .where('at', '<', before(STRANGER_MEMORY_MS))
    .where('phone', 'not like', 'deleted-%')
    .where(isNobodys('airtime_charges.phone'))
    .execute();
  await db
    .transaction()
    .execute((trx) => hideStrangersConsents(trx, before(STRANGER_MEMORY_MS), NO_ACCOUNT));
}

/** Codes are counted by the Lagos day, so those of earlier days do not count. */
const CHALLENGE_MEMORY_MS = 2 * DAY_MS;
const SANDBOX_SMS_MEMORY_MS = DAY_MS;
const VISIT_MEMORY_MS = 90 * DAY_MS;
const MESSAGE_MEMORY_MS = 365 * DAY_MS;
/**
 * How long a charge without a known outcome is kept. Another charge may replace it after a day, but a
 * complaint is settled by asking the operator about it.
 */
const UNDECIDED_CHARGE_MEMORY_MS = 30 * DAY_MS;
/**
 * How long a paid period of a number without an account is kept after its end. A sign-up until then credits
 * it.
 */
const PAID_PERIOD_MEMORY_MS = 365 * DAY_MS;

/** Deletes challenges, used proofs, counts, networks and sandbox texts that no longer matter. */
async function deleteOldProofs(db: Db, now: number): Promise<void> {
  const before = (ms: number) => new Date(now - ms);
  await db.deleteFrom('challenges').where('sent_at', '<', before(CHALLENGE_MEMORY_MS)).execute();
  // Proofs are kept for twice their life, since the operator's clock may be ahead of ours.
  const lapsed = before(2 * OPERATOR_PROOF_LIFE_MS);
  await db.deleteFrom('used_proofs').where('used_at', '<', lapsed).execute();
  await deleteOldCounts(db, now);
  await deleteOldNetworks(db, now);
  await db.deleteFrom('sandbox_sms').where('sent_at', '<', before(SANDBOX_SMS_MEMORY_MS)).execute();
}

/** Deletes visits, messages, charges without a known end, and periods paid without an account. */
async function deleteOldNotes(db: Db, now: number): Promise<void> {
  const before = (ms: number) => new Date(now - ms);
  await db
    .deleteFrom('campaign_visits')
    .where('created_at', '<', before(VISIT_MEMORY_MS))
    .execute();
  await db
    .deleteFrom('contact_messages')
    .where('created_at', '<', before(MESSAGE_MEMORY_MS))
    .execute();
  await db
    .deleteFrom('charge_attempts')
    .where('started_at', '<', before(UNDECIDED_CHARGE_MEMORY_MS))
    .execute();
  await db
    .deleteFrom('paid_periods')
    .where('ends_at', '<', before(PAID_PERIOD_MEMORY_MS))
    .execute();
}
