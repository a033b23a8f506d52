import { KOBO_PER_NAIRA } from '../../src/rules/money.ts';
import { nextPayoutState } from '../../src/rules/payouts.ts';
import type { Trx } from '../database/tables.ts';
import { type Payout, takePayout } from '../prizes/payout.ts';
import { isAwaitingSearch } from '../prizes/restored.ts';
import { type PayoutStep, step } from '../prizes/step.ts';
import { type Desk, DeskError } from './desk.ts';
import { findOperator, logChange } from './operators.ts';
import { askOneOrTwo, askTwo } from './two-people.ts';

/** What operators do to a payout, each with a reason that is logged. */
export const PAYOUT_CHANGES = ['approve', 'hold', 'release', 'refuse', 'paid', 'returned'] as const;

type Change = {
  command: (typeof PAYOUT_CHANGES)[number];
  reference: string;
  why: string;
  key: string | null;
};

/** Changes a payout by an operator's word, of two where money moves by it and it is much. Throws DeskError. */
export async function changePayout(
  { db, now, config }: Pick<Desk, 'db' | 'now' | 'config'>,
  { command, reference, why, key }: Change,
): Promise<string[]> {
  const operator = await findOperator(db, key);
  return db.transaction().execute(async (trx) => {
    const payout = await take(trx, reference);
    const at = now();
    const limit = config.twoPeopleAboveNaira * KOBO_PER_NAIRA;
    const lines =
      command === 'approve'
        ? await approve(trx, payout, operator, at)
        : await change(trx, payout, { command, operator, limit }, at);
    await logChange(trx, operator, { command: `payouts ${command}`, reference, why }, at);
    return lines;
  });
}

/** By these a prize leaves that would not have, goes to somebody else, or leaves once more. */
const MOVING = ['release', 'refuse', 'returned'];

type Changing = { command: keyof typeof STEPS; operator: string; limit: number };

async function change(
  trx: Trx,
  payout: Payout,
  { command, operator, limit }: Changing,
  now: number,
): Promise<string[]> {
  const given = STEPS[command];
  await refuseUnfollowing(trx, payout, given);
  if (MOVING.includes(command)) {
    const { reference, player_id: playerId, gross_kobo: amount, made_at: madeAt } = payout;
    const asked = { subject: `payouts ${reference}`, says: command, madeAt };
    const moved = { playerId, unit: 'kobo', amount, limit } as const;
    const waiting = await askOneOrTwo(trx, operator, { asked, moved }, now);
    if (waiting) return waiting;
  }
  const changed = await step(trx, payout, given, now);
  return [`${payout.reference} was ${payout.state} and is ${changed.state}`];
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

/** A yes of one of the two who are asked about a large prize. */
async function approve(
  trx: Trx,
  { id, reference, made_at: madeAt, released }: Payout,
  operator: string,
  now: number,
): Promise<string[]> {
  if (released.includes('second-approval')) {
    throw new DeskError(
      `Two have approved ${reference} before. What else holds it: payouts show ${reference}`,
    );
  }
  const asked = { subject: `payouts approve ${reference}`, says: 'yes', madeAt };
  const waiting = await askTwo(trx, operator, asked, now);
  if (waiting) return waiting;
  await trx
    .updateTable('payouts')
    .set({ released: [...released, 'second-approval'] })
    .where('id', '=', id)
    .execute();
  return [
    `${operator} approves ${reference} too. It goes on within ten minutes if nothing else holds it`,
  ];
}

async function refuseUnfollowing(
  trx: Trx,
  { id, state, is_by_hand, reference }: Payout,
  given: PayoutStep,
): Promise<void> {
  if (given.event === 'refused' && (await isAwaitingSearch(trx, id))) {
    throw new DeskError(
      `${reference} may have been sent before the restore. It is looked for first: see payouts run`,
    );
  }
  const isOwnSending = given.by !== 'sender' || is_by_hand;
  if (!isOwnSending || nextPayoutState(state, given.event, given.by) === null) {
    throw new DeskError(`${reference} is ${state}: that does not follow`);
  }
}
