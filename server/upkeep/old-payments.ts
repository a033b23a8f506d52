import { DAY_MS } from '../../src/rules/calendar.ts';
import { UNSEEN_MS } from '../accounts/deleted-numbers.ts';
import { isNobodys } from '../accounts/players.ts';
import type { Db, Trx } from '../database/tables.ts';
import { deleteConsents, hideStrangersConsents } from '../my-data/consents.ts';
import { NO_ACCOUNT } from '../my-data/delete-account.ts';
import { deleteOldDealt } from '../rounds/dealt.ts';

/** What the law has an operator keep of what was paid and agreed to. */
const BOOKS_YEARS = 6;
/** A refund goes back to the number that paid. */
const PAYER_MEMORY_MS = 90 * DAY_MS;
/** As long as what a number without an account has paid for waits for one. */
const STRANGER_MEMORY_MS = 365 * DAY_MS;

/** Deletes what was paid, agreed to and sent back once the law no longer has it kept. */
export async function deleteOldPayments(db: Db, now: number): Promise<void> {
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

/** Those that have ended; the last entry of the others is younger. */
async function deletePayouts(trx: Trx, before: Date): Promise<void> {
  await trx
    .deleteFrom('payouts')
    .where('state', 'in', ['paid', 'refused', 'lapsed'])
    .where('state_at', '<', before)
    .execute();
}

/** A payment that is still in dispute is younger than its dispute's end. */
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

/** Takes numbers out of what is kept of payments, and what deleted accounts have left of theirs. */
export async function hideOldNumbers(db: Db, now: number): Promise<void> {
  const before = (ms: number) => new Date(now - ms);
  // Before the trace that leads to them.
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
