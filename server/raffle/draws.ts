import type { Draw } from '../../src/contract/raffle.ts';
import { drawnTickets } from '../../src/rules/draw.ts';
import { namedRaffleMonth, raffleMonthOf } from '../../src/rules/raffle.ts';
import type { Config } from '../config/config.ts';
import { sha256Bytes } from '../crypto/hash.ts';
import type { Db, Trx } from '../database/tables.ts';
import { codeAt } from './list.ts';

/** A month's draw as it is kept, with its secret seed. */
export function findDraw(db: Db, month: string) {
  return db.selectFrom('raffle_draws').selectAll().where('month', '=', month).executeTakeFirst();
}

/** A draw as anybody may see it, as far as it has come; `null` of a month without one. */
export async function readDraw(
  db: Db,
  { contest }: Pick<Config, 'contest'>,
  named: string,
  now: number,
): Promise<Draw | null> {
  const month = namedRaffleMonth(named);
  if (month === null) return null;
  const row = await findDraw(db, named);
  if (!row && named !== raffleMonthOf(now).month) return null;
  const isDrawn = row?.drawn_at != null;
  return {
    month: named,
    state: isDrawn ? 'drawn' : row?.sealed_at ? 'sealed' : 'open',
    closesAt: new Date(month.endsAt).toISOString(),
    sealedAt: row?.sealed_at?.toISOString() ?? null,
    drawnAt: row?.drawn_at?.toISOString() ?? null,
    tickets: row?.tickets ?? null,
    root: row?.root ?? null,
    seedHash: row?.seed_hash ?? null,
    seed: isDrawn ? row.seed : null,
    figure: {
      what: row?.figure ?? null,
      spelling: row?.figure_spelling ?? null,
      namedAt: row?.figure_named_at?.toISOString() ?? null,
      value: isDrawn ? row.figure_value : null,
    },
    winners: (await winnersOf(db, named)).map(({ index, code, naira }) => ({ index, code, naira })),
    promoter: contest?.promoter ?? null,
    permit: contest?.permit ?? null,
  };
}

/** The tickets that were drawn, in their order. */
export function winnersOf(db: Db, month: string) {
  return db
    .selectFrom('raffle_winners')
    .selectAll()
    .where('month', '=', month)
    .orderBy('place')
    .execute();
}

/** The newest draw whose list is sealed, by its month; `null` before the first. */
export async function lastDraw(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('raffle_draws')
    .select('month')
    .where('sealed_at', 'is not', null)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.month ?? null;
}

/** A ticket that was drawn, and whose it is; a reserve has 0 naira. */
export type DrawnTicket = { place: number; playerId: number; code: string; naira: number };

/** The winner's ticket and then the reserves', as they were drawn; none before the draw (game.md#checked-draw). */
export function drawnWinners(db: Db, month: string): Promise<DrawnTicket[]> {
  return db
    .selectFrom('raffle_winners as winner')
    .innerJoin('raffle_tickets as ticket', 'ticket.code', 'winner.code')
    .select(['place', 'ticket.player_id as playerId', 'winner.code', 'naira'])
    .where('winner.month', '=', month)
    .orderBy('place')
    .execute();
}

/** What is needed to draw: a sealed list and its figure. */
type Drawable = {
  month: string;
  seed: string;
  root: string;
  tickets: number;
  figure: string;
  naira: number;
  places: number;
  reserves: number;
};

/** Draws a sealed month, whose row the caller holds (draw.md#the-winner). */
export async function draw(trx: Trx, of: Drawable, now: number): Promise<void> {
  const { month, places, naira } = of;
  const indices = await drawnTickets({ ...of, count: places + of.reserves }, sha256Bytes);
  for (const [at, index] of indices.entries()) {
    const code = await codeAt(trx, month, index);
    const row = { month, place: at + 1, index, code, naira: at < places ? naira : 0 };
    await trx.insertInto('raffle_winners').values(row).execute();
  }
  await trx
    .updateTable('raffle_draws')
    .set({ drawn_at: new Date(now) })
    .where('month', '=', month)
    .execute();
}
