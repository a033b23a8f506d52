import {
  FULL_MEND_TIME,
  HOLD_REASONS,
  type HoldReason,
  mendClock,
  nextPayoutState,
  type PayoutActor,
  type PayoutEvent,
  RELEASABLE,
} from '../../src/rules/payouts.ts';
import type { Trx } from '../database/tables.ts';
import { endPrize, payPrize } from '../ledger/entries.ts';
import { addNotice, WAYS_ON } from './notices.ts';
import { moneyOf, type Payout, payNextPlace } from './settle.ts';

/** What happens to a payout, and who has it happen. */
export type PayoutStep =
  | {
      event: Exclude<PayoutEvent, 'held' | 'sent' | 'found' | 'called-back' | 'sent-back'>;
      by: PayoutActor;
    }
  | { event: 'held' | 'called-back'; by: PayoutActor; reasons: readonly HoldReason[] }
  | ({ event: 'sent'; by: 'sender'; account: PaidAccount | null } & Sending)
  | ({ event: 'found'; by: 'sender'; failures: number } & Sending)
  | { event: 'sent-back'; by: 'sender'; hasLeft: boolean };

/** What a sending is known by, and whether a person sends it. */
type Sending = { sentAs: string; isByHand: boolean };

/** Where cash goes; `hash` is the account's, signed. */
type PaidAccount = { hash: string; bankName: string; ending: string };

/**
 * Takes a payout one step on, with its entry in the ledger and what its player is texted: nothing
 * else changes its state (game.md#payouts). Gives it as it is then. The caller holds it. Throws Error
 * for a step that does not follow.
 */
export async function advancePayout(
  trx: Trx,
  payout: Payout,
  step: PayoutStep,
  now: number,
): Promise<Payout> {
  const state = nextPayoutState(payout.state, step.event, step.by);
  if (state === null) {
    throw new Error(`a payout that is ${payout.state} can't be ${step.event} by ${step.by}`);
  }
  const at = new Date(now);
  const changed = await trx
    .updateTable('payouts')
    .set({
      state,
      ...(state !== payout.state && { state_at: at }),
      ...changesOf(payout, step, now),
    })
    .where('id', '=', payout.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (state === 'paid') {
    await payPrize(trx, moneyOf(payout), now);
    await addNotice(trx, payout.id, 'paid', now);
  }
  if (state === 'refused' || state === 'lapsed') {
    await endPrize(trx, moneyOf(payout), now);
    await payNextPlace(trx, payout, now);
  }
  const [reason] = changed.reasons;
  if (state !== payout.state || reason !== payout.reasons[0]) {
    const isTold = (state === 'held' || state === 'failed') && reason && reason in WAYS_ON;
    if (isTold) await addNotice(trx, payout.id, `held ${reason}`, now);
  }
  return changed;
}

/** The fields that a step sets beside the state. */
function changesOf(payout: Payout, step: PayoutStep, now: number) {
  const at = new Date(now);
  switch (step.event) {
    case 'cleared':
      return { ...heldBy(payout, [], now), approved_at: at };
    case 'called-back':
      return heldBy(payout, step.reasons, now);
    case 'held':
      return {
        ...heldBy(payout, step.reasons, now),
        // What was let pass before is not let pass again by that.
        ...(step.by === 'operator' && {
          is_stopped: true,
          released: payout.released.filter((one) => !step.reasons.includes(one)),
        }),
      };
    case 'mended':
      return heldBy(payout, [], now);
    case 'released':
      return {
        ...heldBy(payout, [], now),
        is_stopped: false,
        released: [...payout.released, ...payout.reasons.filter((one) => RELEASABLE.includes(one))],
      };
    case 'refused':
    case 'lapsed':
    case 'given-up':
      return { ended_at: at, mend_by: null };
    case 'sent': {
      const { account } = step;
      const sending = sendingOf(step, at);
      if (account === null) return sending;
      const { hash, bankName, ending } = account;
      return { ...sending, account_hash: hash, bank_name: bankName, bank_ending: ending };
    }
    case 'found':
      return { ...heldBy(payout, [], now), ...sendingOf(step, at), failures: step.failures };
    case 'paid':
      return { paid_at: at };
    case 'sent-back':
      return {
        ...heldBy(payout, ['sent-back'], now),
        // What never left is sent under the same reference: if it did leave, it can't go twice.
        failures: payout.failures + (step.hasLeft ? 1 : 0),
      };
  }
}

function sendingOf({ sentAs, isByHand }: Sending, at: Date) {
  return {
    sent_at: at,
    sent_as: sentAs,
    is_by_hand: isByHand,
    provider_asked_at: at,
    said: null,
  };
}

/** What holds it, in the order in which it is shown, and the time that is left to mend it. */
function heldBy(payout: Payout, reasons: readonly HoldReason[], now: number) {
  const before = { leftMs: payout.mend_left_ms, mendBy: payout.mend_by?.getTime() ?? null };
  const { leftMs, mendBy } = reasons.length > 0 ? mendClock(before, reasons, now) : FULL_MEND_TIME;
  return {
    reasons: HOLD_REASONS.filter((reason) => reasons.includes(reason)),
    mend_left_ms: leftMs,
    mend_by: mendBy === null ? null : new Date(mendBy),
  };
}
