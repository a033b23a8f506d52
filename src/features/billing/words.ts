import type { Plan } from '../../rules/money.ts';

/** How often a plan that renews by itself is paid for. */
export const EVERY: Readonly<Record<Plan, string>> = { daily: 'every day', weekly: 'every week' };
