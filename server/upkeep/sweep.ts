import type { FastifyBaseLogger } from 'fastify';
import { deleteUnusedMarks } from '../accounts/account-marks.ts';
import { deleteOldArrivals } from '../accounts/arrivals.ts';
import { deleteOldLookups } from '../accounts/bank-lookups.ts';
import { deleteOldPictures } from '../accounts/pictures.ts';
import { deleteOldReports } from '../accounts/player-reports.ts';
import { deleteOldClientReports } from '../client-reports/keep.ts';
import { RECORD_LIFE_MS } from '../http/idempotency.ts';
import { deleteOldWalletCounts } from '../payments/wallet-limits.ts';
import { expireRoundsOf, playersWithOverdueRounds } from '../rounds/expire.ts';
import { deleteOldQuestionReports } from '../rounds/question-reports.ts';
import { deleteOldRoundTraces } from '../rounds/shared-rounds.ts';
import { deleteOldTraces } from '../rush/attempts.ts';
import { endOverdueRun, playersWithOverdueRuns } from '../rush/end.ts';
import { flagSharedRuns } from '../rush/shared-flags.ts';
import type { Services } from '../services.ts';
import { deleteOldPayments, hideOldNumbers } from './old-payments.ts';
import { deleteOldNotes, deleteOldProofs } from './old-rows.ts';

type SweepLog = Pick<FastifyBaseLogger, 'error'>;

const PLAYERS_A_SWEEP = 500;

/** Frees overdue holds, ends overdue runs and deletes old rows; what fails is left to the next sweep. */
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
