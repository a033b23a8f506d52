import type { Db, Trx } from '../database/tables.ts';
import { giveTicketBack, type RunOf } from '../ledger/rush-entries.ts';

/**
 * The oldest ticket of a player that waits, by its reference, `null` for none. Who is to play it
 * holds the player's wallet.
 */
export async function oldestTicket(db: Db, playerId: number): Promise<string | null> {
  const ticket = await db
    .selectFrom('rush_tickets as ticket')
    .select('ticket.reference')
    .where('ticket.player_id', '=', playerId)
    .where('undone_at', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('rush_runs as run')
            .select('run.id')
            .whereRef('run.ticket', '=', 'ticket.reference')
            .where('run.state', '<>', 'void'),
        ),
      ),
    )
    .orderBy('bought_at')
    .orderBy('ticket.reference')
    .limit(1)
    .executeTakeFirst();
  return ticket?.reference ?? null;
}

/**
 * Gives back the ticket of a run that the game itself has ended, once (game.md#rush-ticket). The caller
 * has made the run `void`, and holds the player's wallet. Gives whether the ticket waits again.
 */
export async function giveBackOf(
  trx: Trx,
  { ticket: _, ...run }: RunOf & { ticket: string },
  now: number,
): Promise<boolean> {
  return giveTicketBack(trx, run, now);
}
