import { sql } from 'kysely';
import { beaconFigure } from '../../src/rules/beacon.ts';
import { leafOf, rootOf, toHex } from '../../src/rules/draw.ts';
import { sha256Bytes } from '../crypto/hash.ts';
import type { Trx } from '../database/tables.ts';
import type { Services } from '../services.ts';
import { stretchesOf } from './list.ts';
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
    await db.transaction().execute((trx) => seal(trx, month, now));
  }
}

/** Results wait for this alone, not while a million tickets are hashed. */
async function close(trx: Trx, month: string, now: number): Promise<void> {
  await sql`lock table raffle_tickets in share mode`.execute(trx);
  await trx
    .updateTable('raffle_draws')
    .set({ closed_at: new Date(now) })
    .where('month', '=', month)
    .where('closed_at', 'is', null)
    .execute();
}

async function seal(trx: Trx, month: string, now: () => number): Promise<void> {
  const draw = await trx
    .selectFrom('raffle_draws')
    .select('figure')
    .where('month', '=', month)
    .where('sealed_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!draw) return;
  const roots: Uint8Array<ArrayBuffer>[] = [];
  let tickets = 0;
  for await (const codes of stretchesOf(trx, month)) {
    const leaves = await Promise.all(codes.map((code) => leafOf(code, sha256Bytes)));
    const root = await rootOf(leaves, sha256Bytes);
    await trx
      .insertInto('raffle_blocks')
      .values({ month, number: roots.length, first_code: codes[0] ?? '', root: toHex(root) })
      .execute();
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
        figure_named_at: new Date(sealedAt),
      }),
    })
    .where('month', '=', month)
    .execute();
}
