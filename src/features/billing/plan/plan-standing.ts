import type { User } from '../../../contract/user.ts';
import type { Payments } from '../api/payments.ts';

/** What the plan panel shows and offers. */
export type PlanStanding = {
  isActive: boolean;
  /** The plan that runs, where the API tells which. */
  plan: Payments['plan'];
  canCancel: boolean;
};

/**
 * How the player stands at a time in epoch milliseconds: by the plan that the API tells, else by
 * the player. What neither the operator nor we renew cannot be cancelled (flows.md#cancelling).
 */
export function planStandingOf(
  player: Pick<User, 'isActive'>,
  payments: Payments | undefined,
  now: number,
): PlanStanding {
  const told = payments?.plan;
  if (told === undefined) {
    const isActive = player.isActive ?? false;
    return { isActive, plan: undefined, canCancel: isActive };
  }
  if (told === null || Date.parse(told.endsAt) <= now) {
    return { isActive: false, plan: null, canCancel: false };
  }
  const isRenewed = told.renews || told.way === 'airtime';
  return { isActive: true, plan: told, canCancel: isRenewed && !told.isCancelled };
}
