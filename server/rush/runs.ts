import type { Selectable } from 'kysely';
import type { DealtQuestion } from '../../question-bank/reader/deal.ts';
import type { RushRun } from '../../src/rules/rush-run.ts';
import { lockPlayer } from '../accounts/players.ts';
import type { RushTables } from '../database/rush-tables.ts';
import type { Db, Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';

/** A run with its answers: it never leaves the server as it is. */
export type OpenRun = RushRun<DealtQuestion>;

export type RunRow = Selectable<RushTables['rush_runs']>;

const RUN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isRunId(id: string): boolean {
  return RUN_ID.test(id);
}

/** A player's run in any state; refused like one that there is not, where it is another player's. */
export async function findRun(db: Db, playerId: number, id: string): Promise<RunRow> {
  const row = isRunId(id)
    ? await db
        .selectFrom('rush_runs')
        .selectAll()
        .where('id', '=', id)
        .where('player_id', '=', playerId)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new Refusal(404, 'rush/unknown', 'There is no such run');
  return row;
}

/** The run that a player has open, `null` without one. */
export async function findOpenRun(db: Db, playerId: number): Promise<RunRow | null> {
  const row = await db
    .selectFrom('rush_runs')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return row ?? null;
}

/** Holds the player; their run, refused unless it is open. */
export async function lockOpenRun(trx: Trx, playerId: number, id: string): Promise<RunRow> {
  await lockPlayer(trx, playerId);
  const row = await findRun(trx, playerId, id);
  if (row.state !== 'open') throw ended();
  return row;
}

export function ended(): Refusal {
  return new Refusal(409, 'rush/ended', 'This run has ended');
}
