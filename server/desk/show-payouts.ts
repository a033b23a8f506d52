import { formatKobo } from '../../src/rules/money.ts';
import { PAYOUT_STATES, type PayoutState } from '../../src/rules/payouts.ts';
import type { Db } from '../database/tables.ts';
import type { Payout } from '../prizes/payout.ts';
import { DeskError } from './desk.ts';
import { changesOf, movementsOf } from './entered.ts';

const SHOWN = 200;

/** Payouts that are not paid, refused or lapsed, the oldest first; or those of one state. Throws DeskError. */
export async function listPayouts(db: Db, state: string | null): Promise<string[]> {
  const states = state === null ? OPEN : PAYOUT_STATES.filter((one) => one === state);
  if (states.length === 0) throw new DeskError(`A state is one of ${PAYOUT_STATES.join(', ')}`);
  const rows = await db
    .selectFrom('payouts')
    .selectAll()
    .where('state', 'in', states)
    .orderBy('id', state === null ? 'asc' : 'desc')
    .limit(SHOWN)
    .execute();
  return rows.length === 0 ? ['There is none'] : rows.map(lineOf);
}

const OPEN: readonly PayoutState[] = ['checking', 'held', 'approved', 'sending', 'failed'];

/** All there is about a payout. Throws DeskError for an unknown one. */
export async function showPayout(db: Db, reference: string): Promise<string[]> {
  const payout = await db
    .selectFrom('payouts')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (!payout) throw new DeskError(`There is no payout ${reference}`);
  const { approved_at, sent_at, paid_at, ended_at, said, mend_by, sent_as } = payout;
  const times = { approved: approved_at, sent: sent_at, paid: paid_at, ended: ended_at };
  return [
    lineOf(payout),
    `${formatKobo(payout.gross_kobo)}, ${formatKobo(payout.tax_kobo)} of it withheld`,
    ...Object.entries(times).flatMap(([what, at]) => (at ? [`${at.toISOString()} ${what}`] : [])),
    ...(sent_as ? [`sent as ${sent_as}`] : []),
    ...(mend_by ? [`lapses on ${mend_by.toISOString()}`] : []),
    ...(said ? [`the provider said: ${said}`] : []),
    ...(await kinOf(db, payout)),
    ...(await movementsOf(db, 'like', `prize:${reference}:%`)),
    ...(await changesOf(db, reference, 'like', 'payouts %')),
  ];
}

function lineOf(payout: Payout): string {
  const { reference, player_id, board, pool, tier, place, period_end, state, reasons } = payout;
  const where = `${board}${tier > 0 ? ` tier ${tier}` : ''} of ${pool}`;
  const until = new Date(period_end.getTime() - 1).toISOString().slice(0, 10);
  const why = reasons.length > 0 ? ` (${reasons.join(', ')})` : '';
  const sum = `${formatKobo(payout.net_kobo)} ${payout.kind}`;
  return `${reference} player ${player_id} place ${place}, ${where}, until ${until}: ${sum}, ${state}${why}`;
}

async function kinOf(db: Db, { id, board, period_start, kin }: Payout): Promise<string[]> {
  if (kin === null) return [];
  const others = await db
    .selectFrom('payouts')
    .select('reference')
    .where('board', '=', board)
    .where('period_start', '=', period_start)
    .where('kin', '=', kin)
    .where('id', '<>', id)
    .orderBy('id')
    .execute();
  if (others.length === 0) return [];
  const references = others.map(({ reference }) => reference).join(', ');
  return [
    `its player shares a phone, bank account, payer or small address with those of ${references}`,
  ];
}
