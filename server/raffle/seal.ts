import { sql } from 'kysely';
import { beaconFigure } from '../../src/rules/beacon.ts';
import { BLOCK_TICKETS, rootOf, toHex } from '../../src/rules/draw.ts';
import { sha256Bytes } from '../crypto/hash.ts';
import type { Trx } from '../database/tables.ts';
import type { Services } from '../services.ts';
import { leavesOf, stretchesOf } from './list.ts';
import { isRaffleOpen } from './months.ts';

type Sealing = Pick<Services, 'db' | 'now' | 'config'>;

/**
 * Closes each month whose entries are over and seals its list, once on however many processes; one
 * that is killed in between leaves it to the next (game.md#raffle-draw).
 */
export async function sealDraws(services: Sealing): Promise<void> {
  const { db, now, config } = services;
  if (!isRaffleOpen(config)) return;
  const due = await db
    .selectFrom('raffle_draws')
    .select('month')
    .where('closes_at', '<=', new Date(now()))
    .where('sealed_at', 'is', null)
    .orderBy('month')
    .execute();
  for (const { month } of due) {
    await db.transaction().execute((trx) => close(trx, month, now()));
    // What the database knows of the table may be from when it was small: it would sort it for each stretch.
    await sql`analyze raffle_tickets`.execute(db);
    await db.transaction().execute((trx) => seal(trx, month, now));
  }
}

/**
 * Closes a month to tickets. Results wait for this alone, not while a million tickets are hashed: whoever
 * holds the table waits for nobody who seals.
 */
async function close(trx: Trx, month: string, now: number): Promise<void> {
  const draw = await lockDraw(trx, month).where('closed_at', 'is', null).executeTakeFirst();
  if (!draw) return;
  await sql`lock table raffle_tickets in share mode`.execute(trx);
  await trx
    .updateTable('raffle_draws')
    .set({ closed_at: new Date(now) })
    .where('month', '=', month)
    .execute();
}

/** Of a draw that another process is at, nothing. */
function lockDraw(trx: Trx, month: string) {
  const draw = trx.selectFrom('raffle_draws').select('figure').where('month', '=', month);
  return draw.where('sealed_at', 'is', null).forUpdate().skipLocked();
}

async function seal(trx: Trx, month: string, now: () => number): Promise<void> {
  const draw = await lockDraw(trx, month).where('closed_at', 'is not', null).executeTakeFirst();
  if (!draw) return;
  const roots: Uint8Array<ArrayBuffer>[] = [];
  let tickets = 0;
  for await (const codes of stretchesOf(trx, month, BLOCK_TICKETS)) {
    const root = await rootOf(await leavesOf(codes), sha256Bytes);
    const block = { month, number: roots.length, first_code: codes[0] ?? '', root: toHex(root) };
    await trx.insertInto('raffle_blocks').values(block).execute();
    roots.push(root);
    tickets += codes.length;
  }
  const sealedAt = now();
  await trx
    .updateTable('raffle_draws')
    .set({
      tickets,
      root: toHex(await rootOf(roots, sha256Bytes)),
      sealed_at: new Date(sealedAt),
      ...(draw.figure === null && {
        figure: beaconFigure(sealedAt),
        figure_spelling: 'hex' as const,
        figure_named_at: new Date(sealedAt),
      }),
    })
    .where('month', '=', month)
    .execute();
}
