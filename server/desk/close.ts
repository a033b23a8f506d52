import { formatKobo, KOBO_PER_NAIRA } from '../../src/rules/money.ts';
import { formatNumber } from '../../src/rules/numbers.ts';
import type { Trx } from '../database/tables.ts';
import { closeClaims } from '../payments/claims.ts';
import { markSent } from '../payments/refund.ts';
import { type Desk, DeskError } from './desk.ts';
import { findOperator, logChange } from './operators.ts';
import { askOneOrTwo } from './two-people.ts';

type Closing = {
  command: 'settle' | 'sent';
  reference: string;
  why: string;
  key: string | null;
};

/** Closes a claim, of two operators where it is much, or a refund that one has sent by hand. Throws DeskError. */
export async function closePayment(
  { db, now, config }: Pick<Desk, 'db' | 'now' | 'config'>,
  { command, reference, why, key }: Closing,
): Promise<{ lines: string[] }> {
  const operator = await findOperator(db, key);
  const lines = await db.transaction().execute(async (trx) => {
    await logChange(trx, operator, { command, reference, why }, now());
    if (command === 'sent') return [await noteSent(trx, reference, now())];
    const waiting = await askAbout(trx, config, { operator, reference }, now());
    return waiting ?? [await settleClaim(trx, reference, now())];
  });
  return { lines };
}

/** Coins that are owed no more are as good as given; so is a ticket, for what it has cost. */
async function askAbout(
  trx: Trx,
  { twoPeopleAboveCoins, twoPeopleAboveNaira }: Desk['config'],
  { operator, reference }: { operator: string; reference: string },
  now: number,
): Promise<string[] | null> {
  const claims = await trx
    .selectFrom('claims')
    .select(['player_id as playerId', 'coins', 'tickets'])
    .where('reference', '=', reference)
    .where('closed_at', 'is', null)
    .forUpdate()
    .execute();
  const [claim] = claims;
  if (!claim) return null;
  const { playerId } = claim;
  const amount = claims.reduce((sum, { coins }) => sum + coins, 0);
  const moved =
    claim.tickets > 0
      ? {
          unit: 'kobo' as const,
          amount: await costOf(trx, reference),
          limit: twoPeopleAboveNaira * KOBO_PER_NAIRA,
        }
      : { unit: 'coins' as const, amount, limit: twoPeopleAboveCoins };
  const asked = { subject: `payments settle ${reference}`, says: `${moved.amount} ${moved.unit}` };
  return askOneOrTwo(trx, operator, { asked, moved: { playerId, ...moved } }, now);
}

async function costOf(trx: Trx, reference: string): Promise<number> {
  const { kobo } = await trx
    .selectFrom('payments')
    .select('kobo')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  return kobo;
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
