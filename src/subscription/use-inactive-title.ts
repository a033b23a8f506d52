import { ASKED_PLAN_TITLES } from './asked-plan.ts';
import { useAskedPlan } from './use-asked-plan.ts';

/** Why no plan runs: what became of the one that was asked for, else that it has ended. */
export function useInactiveTitle(): string {
  const asked = useAskedPlan();
  return asked ? ASKED_PLAN_TITLES[asked.kind] : 'Your subscription has ended';
}
