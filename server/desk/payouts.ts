import { nextPayoutState } from '../../src/rules/payouts.ts';
import type { Trx } from '../database/tables.ts';
import { type Payout, takePayout } from '../prizes/payout.ts';
import { isAwaitingSearch } from '../prizes/restored.ts';
import { type PayoutStep, step } from '../prizes/step.ts';
import { type Desk, DeskError } from './desk.ts';
import { findOperator, logChange } from './operators.ts';

/** What operators do to a payout, each with a reason that is logged. */
export const PAYOUT_CHANGES = ['approve', 'hold', 'release', 'refuse', 'paid', 'returned'] as const;

type Change = {
  command: (typeof PAYOUT_CHANGES)[number];
  reference: string;
  why: string;
  key: string | null;
};

/** Changes a payout by an operator's word. Throws DeskError for what does not follow. */
export async function changePayout(
  { db, now }: Pick<Desk, 'db' | 'now'>,
  { command, reference, why, key }: Change,
): Promise<string[]> {
  const operator = await findOperator(db, key);
  return db.transaction().execute(async (trx) => {
    const payout = await take(trx, reference);
    const at = now();
    const lines =
      command === 'approve'
        ? await approve(trx, payout, operator, at)
        : await stepOn(trx, payout, STEPS[command], at);
    await logChange(trx, operator, { command: `payouts ${command}`, reference, why }, at);
    return lines;
  });
}

const STEPS: Record<Exclude<Change['command'], 'approve'>, PayoutStep> = {
  hold: { event: 'held', by: 'operator', reasons: ['under-review'] },
  release: { event: 'released', by: 'operator' },
  refuse: { event: 'refused', by: 'operator' },
  paid: { event: 'paid', by: 'sender' },
  returned: { event: 'sent-back', by: 'sender', hasLeft: true },
};

async function take(trx: Trx, reference: string): Promise<Payout> {
  const found = await trx
    .selectFrom('payouts')
    .select('id')
    .where(({ eb, or }) => or([eb('reference', '=', reference), eb('sent_as', '=', reference)]))
    .executeTakeFirst();
  if (!found) throw new DeskError(`There is no payout ${reference}`);
  const payout = await takePayout(trx, found.id);
  if (payout === null) throw new DeskError('It is being worked on: try again in a moment');
  return payout;
}

/** A yes of one of the two who are asked about a large prize; of one operator it counts once. */
async function approve(
  trx: Trx,
  { id, reference }: Payout,
  operator: string,
  now: number,
): Promise<string[]> {
  const said = await trx
    .insertInto('payout_approvals')
    .values({ payout_id: id, operator, at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('operator')
    .executeTakeFirst();
  if (!said) throw new DeskError('You have approved it before: another operator has to as well');
  return [
    `${operator} approves ${reference}. It goes on within ten minutes if nothing else holds it`,
  ];
}

async function stepOn(trx: Trx, payout: Payout, given: PayoutStep, now: number): Promise<string[]> {
  const { id, state, is_by_hand, reference } = payout;
  if (given.event === 'refused' && (await isAwaitingSearch(trx, id))) {
    throw new DeskError(
      `${reference} may have been sent before the restore. It is looked for first: see payouts run`,
    );
  }
  const isOwnSending = given.by !== 'sender' || is_by_hand;
  if (!isOwnSending || nextPayoutState(state, given.event, given.by) === null) {
    throw new DeskError(`${reference} is ${state}: that does not follow`);
  }
  const changed = await step(trx, payout, given, now);
  return [`${reference} was ${state} and is ${changed.state}`];
}
