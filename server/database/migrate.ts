import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { schemaOf } from './grants.ts';
import { lockText } from './locks.ts';
import * as firstRound from './migrations/0001-first-round.ts';
import * as signIn from './migrations/0002-sign-in.ts';
import * as challengeSeeds from './migrations/0003-challenge-seeds.ts';
import * as paidPeriods from './migrations/0004-paid-periods.ts';
import * as arrivals from './migrations/0005-arrivals.ts';
import * as boards from './migrations/0006-boards.ts';
import * as money from './migrations/0007-money.ts';
import * as walletLimits from './migrations/0008-wallet-limits.ts';
import * as airtimeCharges from './migrations/0009-airtime-charges.ts';
import * as renewals from './migrations/0010-renewals.ts';
import * as undonePayments from './migrations/0011-undone-payments.ts';
import * as askedCharges from './migrations/0012-asked-charges.ts';
import * as care from './migrations/0013-care.ts';
import * as disputes from './migrations/0014-disputes.ts';
import * as profile from './migrations/0015-profile.ts';
import * as bankAccounts from './migrations/0016-bank-accounts.ts';
import * as deletion from './migrations/0017-deletion.ts';
import * as deletedAgain from './migrations/0019-deleted-again.ts';
import * as rush from './migrations/0020-rush.ts';
import * as pools from './migrations/0021-pools.ts';
import * as prizes from './migrations/0022-prizes.ts';
import * as proof from './migrations/0023-proof.ts';
import * as raffle from './migrations/0024-raffle.ts';
import * as sending from './migrations/0025-sending.ts';
import * as roundBests from './migrations/0026-round-bests.ts';
import * as clientReports from './migrations/0027-client-reports.ts';
import * as questionReports from './migrations/0028-question-reports.ts';
import * as questionHealth from './migrations/0029-question-health.ts';
import * as sessionProof from './migrations/0030-session-proof.ts';
import * as walletsByTheLedger from './migrations/0031-wallets-by-the-ledger.ts';
import * as sessionDevice from './migrations/0032-session-device.ts';
import * as oneIndexOfCountedRounds from './migrations/0033-one-index-of-counted-rounds.ts';
import * as arrivalCounts from './migrations/0034-arrival-counts.ts';
import * as moneyOut from './migrations/0035-money-out.ts';
import * as claims from './migrations/0036-claims.ts';
import * as tierParts from './migrations/0037-tier-parts.ts';
import * as twoPeople from './migrations/0038-two-people.ts';
import * as moneyKind from './migrations/0038b-money-kind.ts';
import * as figureSpelling from './migrations/0038c-figure-spelling.ts';
import * as accountMarks from './migrations/0039-account-marks.ts';
import * as oneChallenge from './migrations/0039b-one-challenge.ts';
import * as whatOthersSaw from './migrations/0041-what-others-saw.ts';
import * as tracesByTheirPlayer from './migrations/0041b-traces-by-their-player.ts';
import * as rings from './migrations/0042-rings.ts';
import type { Db, Trx } from './tables.ts';
import { TIME_LIMITS } from './time-limits.ts';

/** Every migration in its order. A name that has run anywhere never changes. */
const MIGRATIONS = {
  '0001-first-round': firstRound,
  '0002-sign-in': signIn,
  '0003-challenge-seeds': challengeSeeds,
  '0004-paid-periods': paidPeriods,
  '0005-arrivals': arrivals,
  '0006-boards': boards,
  '0007-money': money,
  '0008-wallet-limits': walletLimits,
  '0009-airtime-charges': airtimeCharges,
  '0010-renewals': renewals,
  '0011-undone-payments': undonePayments,
  '0012-asked-charges': askedCharges,
  '0013-care': care,
  '0014-disputes': disputes,
  '0015-profile': profile,
  '0016-bank-accounts': bankAccounts,
  '0017-deletion': deletion,
  '0019-deleted-again': deletedAgain,
  '0020-rush': rush,
  '0021-pools': pools,
  '0022-prizes': prizes,
  '0023-proof': proof,
  '0024-raffle': raffle,
  '0025-sending': sending,
  '0026-round-bests': roundBests,
  '0027-client-reports': clientReports,
  '0028-question-reports': questionReports,
  '0029-question-health': questionHealth,
  '0030-session-proof': sessionProof,
  '0031-wallets-by-the-ledger': walletsByTheLedger,
  '0032-session-device': sessionDevice,
  '0033-one-index-of-counted-rounds': oneIndexOfCountedRounds,
  '0034-arrival-counts': arrivalCounts,
  '0035-money-out': moneyOut,
  '0036-claims': claims,
  '0037-tier-parts': tierParts,
  '0038-two-people': twoPeople,
  '0038b-money-kind': moneyKind,
  '0038c-figure-spelling': figureSpelling,
  '0039-account-marks': accountMarks,
  '0039b-one-challenge': oneChallenge,
  '0041-what-others-saw': whatOthersSaw,
  '0041b-traces-by-their-player': tracesByTheirPlayer,
  '0042-rings': rings,
};

/** Brings the database up to the newest migration, in one transaction. */
export async function migrate(db: Db): Promise<void> {
  await db.transaction().execute(migrateIn);
}

/**
 * Migrates as `migrate` does, within a given transaction. Servers that start together take turns. There is no
 * time limit, because a migration over a million rounds takes long.
 */
export async function migrateIn(trx: Trx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local lock_timeout = 0`.execute(trx);
  await lockText(trx, 'migrations');
  // The wait for a table's lock is limited, because all later users of the table wait behind it.
  await sql`set local lock_timeout = ${sql.lit(TIME_LIMITS.lock_timeout)}`.execute(trx);
  const migrator = new Migrator({
    db: trx,
    provider: { getMigrations: async () => MIGRATIONS },
    // The database that this one replaced has tables of the same names in another schema.
    migrationTableSchema: await schemaOf(trx),
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
