import type { ErrorCode } from '../../src/contract/error-codes.ts';
import { DAY_MS } from '../../src/rules/calendar.ts';
import type { Db, Trx } from '../database/tables.ts';
import { Refusal } from '../http/serve.ts';
import { TRACE_MEMORY_MS } from '../rounds/traces.ts';
import type { Services } from '../services.ts';
import { isRunId } from './runs.ts';

/** The refusals that no honest phone causes: a second answer, another player's run, and so on. */
const ATTEMPTS: readonly ErrorCode[] = [
  'idempotency/mismatch',
  'rush/bad-choice',
  'rush/ended',
  'rush/level-over',
  'rush/power-up-refused',
  'rush/unknown',
];

/** At most this many attempts of a player are stored per day, because a program could make millions. */
const KEPT_A_DAY = 1000;

const NOWHERE = { device_hash: null, address_hash: null };

/** The player of a call, and the run that the call names. */
type Caller = { playerId: number; runId: string };

/**
 * Does the work of a call to a run. If it is refused, the refusal is recorded separately, because the work
 * is rolled back.
 */
export async function notingAttempts<Outcome>(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { playerId, runId }: Caller,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && ATTEMPTS.includes(error.code)) {
      await note(db, { playerId, runId }, error.code, now());
    }
    throw error;
  }
}

async function note(
  db: Db,
  { playerId, runId }: Caller,
  what: ErrorCode,
  now: number,
): Promise<void> {
  const before = await db
    .selectFrom('rush_attempts')
    .select('at')
    .where('player_id', '=', playerId)
    .orderBy('id', 'desc')
    .offset(KEPT_A_DAY - 1)
    .limit(1)
    .executeTakeFirst();
  if (before && before.at.getTime() > now - DAY_MS) return;
  await db
    .insertInto('rush_attempts')
    .values({
      run_id: isRunId(runId) ? runId : null,
      player_id: playerId,
      what,
      at: new Date(now),
    })
    .execute();
}

/** Deletes the attempts of a deleted account, and removes the device and address from its runs. */
export async function forgetTraces(trx: Trx, playerId: number): Promise<void> {
  await trx.deleteFrom('rush_attempts').where('player_id', '=', playerId).execute();
  await trx.deleteFrom('outage_calls').where('player_id', '=', playerId).execute();
  await trx.updateTable('rush_runs').set(NOWHERE).where('player_id', '=', playerId).execute();
}

/** Deletes old attempts, and removes the device and address from old runs. */
export async function deleteOldTraces(db: Db, now: number): Promise<void> {
  const before = new Date(now - TRACE_MEMORY_MS);
  await db.deleteFrom('rush_attempts').where('at', '<', before).execute();
  await db
    .updateTable('rush_runs')
    .set(NOWHERE)
    .where('opened_at', '<', before)
    .where((eb) => eb.or([eb('device_hash', 'is not', null), eb('address_hash', 'is not', null)]))
    .execute();
  await db
    .deleteFrom('outage_calls')
    .where('outage_id', 'in', (eb) =>
      eb
        .selectFrom('outages')
        .select('id')
        .where('ends_at', '<', new Date(now - DAY_MS)),
    )
    .execute();
  await db.deleteFrom('outages').where('ends_at', '<', before).execute();
}
