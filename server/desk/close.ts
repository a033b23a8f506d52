import { formatKobo } from '../../src/rules/money.ts';
import { formatNumber } from '../../src/rules/numbers.ts';
import type { Trx } from '../database/tables.ts';
import { closeClaims } from '../payments/claims.ts';
import { markSent } from '../payments/refund.ts';
import { type Desk, DeskError } from './desk.ts';
import { findOperator, logChange } from './operators.ts';

type Closing = {
  command: 'settle' | 'sent';
  reference: string;
  why: string;
  key: string | null;
};

/** Closes a claim, or a refund that the operator has sent by hand. Throws DeskError. */
export async function closePayment(
  { db, now }: Pick<Desk, 'db' | 'now'>,
  { command, reference, why, key }: Closing,
): Promise<{ lines: string[] }> {
  const operator = await findOperator(db, key);
  const close = command === 'settle' ? settleClaim : noteSent;
  const line = await db.transaction().execute(async (trx) => {
    const done = await close(trx, reference, now());
    await logChange(trx, operator, { command, reference, why }, now());
    return done;
  });
  return { lines: [line] };
}

async function settleClaim(trx: Trx, reference: string, now: number): Promise<string> {
  const { coins, tickets } = await closeClaims(trx, { reference }, now);
  if (coins + tickets === 0) throw new DeskError(`Nothing is owed for ${reference}`);
  if (tickets > 0) return `Closed: ${tickets} ticket is owed no more. No ticket was taken`;
  return `Closed: ${formatNumber(coins)} coins are owed no more. No coins were taken`;
}

async function noteSent(trx: Trx, reference: string, now: number): Promise<string> {
  const sent = await markSent(trx, reference, now);
  if (sent === 'none') throw new DeskError(`No money is to be sent back for ${reference}`);
  if (sent === 'busy') {
    throw new DeskError('The provider is being asked: look again in a minute');
  }
  return `Noted as sent: ${formatKobo(sent.kobo)}`;
}
