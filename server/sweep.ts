import type { FastifyBaseLogger } from 'fastify';
import { DAY_MS } from '../src/rules/calendar.ts';
import { deleteOldProofs } from './accounts/old-proofs.ts';
import type { Db } from './database/tables.ts';
import { RECORD_LIFE_MS } from './http/idempotency.ts';
import { expireRoundsOf, playersWithOverdueRounds } from './rounds/expire.ts';
import type { Services } from './services.ts';

type SweepLog = Pick<FastifyBaseLogger, 'error'>;

const SWEEP_EVERY_MS = 10 * 60_000;
const PLAYERS_A_SWEEP = 500;

const VISIT_MEMORY_MS = 90 * DAY_MS;
const MESSAGE_MEMORY_MS = 365 * DAY_MS;
/**
 * After a day another charge may take the place of one without a known end. It is kept for longer:
 * it is all there is to ask the operator about when a player complains.
 */
const UNDECIDED_CHARGE_MEMORY_MS = 30 * DAY_MS;
/** From the end of what a number without an account has paid for: a sign-up until then credits it. */
const PAID_PERIOD_MEMORY_MS = 365 * DAY_MS;

/**
 * Frees what rounds hold that never came back, and deletes what has outlived its use. What fails
 * is logged and left to the next sweep; the rest goes on.
 */
export async function sweep(services: Pick<Services, 'db' | 'now'>, log: SweepLog): Promise<void> {
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
  await attempt('deleting old replies', () =>
    db
      .deleteFrom('idempotency_records')
      .where('created_at', '<', new Date(now - RECORD_LIFE_MS))
      .execute(),
  );
  await attempt('deleting old challenges and proofs', () => deleteOldProofs(db, now));
  await attempt('deleting old visits, messages and charges', () => deleteOldNotes(db, now));
  await attempt('deleting ended sessions', () =>
    db.deleteFrom('sessions').where('expires_at', '<', new Date(now)).execute(),
  );
}

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

/** Sweeps now and then for as long as the process runs; gives what ends it. */
export function sweepRegularly(
  services: Pick<Services, 'db' | 'now'>,
  log: SweepLog,
): () => Promise<void> {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => sweep(services, log));
  }, SWEEP_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
