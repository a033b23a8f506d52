import type { Sign } from '../crypto/signatures.ts';
import { openSignatures } from '../crypto/signatures.ts';
import type { Db } from '../database/tables.ts';
import type { Payout } from './payout.ts';

const DIGITS = 20;
const SENDING = /^(prize-[0-9a-f]{20}|payout-po-[a-z0-9]{4}-\d{2})-\d{1,3}$/;
const SHOWN = /^PO-[A-Z0-9]{4}-\d{2}$/;

/**
 * What every sending of a prize is known by: its place's list and period, and the number of who won
 * it. Ids and a payout's reference are given anew after a restore; these are the same.
 */
export async function prizeName(db: Db, payout: Payout): Promise<string> {
  const { phone } = await db
    .selectFrom('players')
    .select('phone')
    .where('id', '=', payout.player_id)
    .executeTakeFirstOrThrow();
  return nameOf(await openSignatures(db), payout, phone);
}

function nameOf(sign: Sign, payout: Payout, phone: string): string {
  const { board, pool, tier, period_start, withdrawn_question } = payout;
  const of = [board, pool, tier, period_start.toISOString(), phone, withdrawn_question ?? ''];
  const signed = Buffer.from(sign('prize', of.join(' ')), 'base64url');
  return `prize-${signed.toString('hex').slice(0, DIGITS)}`;
}

/** What one sending is known by, counted from 1: providers allow small letters, digits and hyphens. */
export function sendReference(name: string, failures: number): string {
  return `${name}-${failures + 1}`;
}

/** The name in what a sending is known by, or in the reference that files had before; `null` for another text. */
export function nameIn(text: string): string | null {
  if (SHOWN.test(text)) return `payout-${text.toLowerCase()}`;
  return SENDING.exec(text)?.[1] ?? null;
}
