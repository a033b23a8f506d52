import { randomUUID } from 'node:crypto';
import type { Reply } from '../../../scripts/lib/player/call.ts';
import { takeTicket } from '../../../server/ledger/entries.ts';
import { giveBackOf } from '../../../server/payments/tickets.ts';
import type { TestServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { chargeOf, expected, success, webhook } from './card-calls.ts';
import { bornOn } from './spending-limit-calls.ts';

/** ₦200, with the card fee of 1.5 %. */
export const TICKET = { product: 'rush-ticket', totalKobo: 20_300 } as const;

/** A subscriber whose profile says that they are an adult. */
export async function adult(server: TestServer): Promise<TestPlayer> {
  const player = await server.subscriber();
  await bornOn(player, '1990-01-01');
  return player;
}

/** A ticket's payment that the server expects by card. */
export const expectedTicket = (player: TestPlayer) => expected(player, TICKET);

/** The same as the provider describes it. */
export const ticketCharge = (player: TestPlayer, reference: string) => ({
  ...chargeOf(player, reference),
  amount: TICKET.totalKobo as number,
});

/** A ticket that was paid for by card, by its reference. */
export async function boughtTicket(player: TestPlayer): Promise<string> {
  const reference = await expectedTicket(player);
  await webhook(player.server, success(ticketCharge(player, reference)));
  return reference;
}

/** The app's call after its window reports a ticket as paid. */
export const buyTicket = (
  player: TestPlayer,
  reference: string,
  amount: number | string = TICKET.totalKobo,
): Promise<Reply> => player.get(`/user/buy-tournament-ticket/${amount}/${reference}`);

/** The number of unused tickets, by the wallet and as the player gets it. */
export async function ticketsOf(player: TestPlayer) {
  const { tickets } = await player.server.db
    .selectFrom('wallets')
    .select('tickets')
    .where('player_id', '=', player.id)
    .executeTakeFirstOrThrow();
  return { waiting: tickets, told: (await player.user()).rushTickets ?? 0 };
}

/** A run of a ticket, as opening one leaves it; gives its id. */
export async function openedRun({ server, id }: TestPlayer, ticket: string): Promise<string> {
  const runId = randomUUID();
  await server.db.transaction().execute(async (trx) => {
    await takeTicket(trx, { runId, playerId: id }, server.clock.at);
    await trx
      .insertInto('rush_runs')
      .values({
        id: runId,
        player_id: id,
        ticket,
        pool: 'all',
        run: '{}',
        opened_at: new Date(server.clock.at),
      })
      .execute();
  });
  return runId;
}

/** The run ends and counts. */
export const countRun = ({ db }: TestServer, runId: string) =>
  db.updateTable('rush_runs').set({ state: 'counted' }).where('id', '=', runId).execute();

/** The game itself ends the run. */
export const voidRun = ({ server, id }: TestPlayer, runId: string, ticket: string) =>
  server.db.transaction().execute(async (trx) => {
    await trx.updateTable('rush_runs').set({ state: 'void' }).where('id', '=', runId).execute();
    return giveBackOf(trx, { runId, playerId: id, ticket }, server.clock.at);
  });
