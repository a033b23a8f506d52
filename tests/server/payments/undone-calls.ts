import type { TestServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

/** A player's coins go to the house, as if spent on rounds. */
export async function spend(server: TestServer, player: TestPlayer, coins: number): Promise<void> {
  await server.db.transaction().execute(async (trx) => {
    const movement = await trx
      .insertInto('ledger_movements')
      .values({
        key: `spent ${player.id} ${coins}`,
        reason: 'round-opened',
        created_at: new Date(server.clock.at),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const side = { movement_id: movement.id, unit: 'coins' as const };
    await trx
      .insertInto('ledger_postings')
      .values([
        { ...side, account: 'wallet', player_id: player.id, amount: -coins },
        { ...side, account: 'house:rounds', player_id: null, amount: coins },
      ])
      .execute();
  });
}

/** The periods that a player has paid, as they were recorded. */
export const periodsOf = ({ server: { db }, id }: TestPlayer) =>
  db
    .selectFrom('subscriptions')
    .select(['reference', 'starts_at', 'ends_at'])
    .where('player_id', '=', id)
    .orderBy('id')
    .execute();
