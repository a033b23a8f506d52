import { endSessionsIn } from '../../server/accounts/sign-in/sessions.ts';
import type { Db } from '../../server/database/tables.ts';

/** Ends every session of a player, as the desk does; gives the number of sign-ins ended. */
export function endSessionsOf(db: Db, playerId: number): Promise<number> {
  return db.transaction().execute((trx) => endSessionsIn(trx, playerId));
}
