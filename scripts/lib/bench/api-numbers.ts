import { readFileSync } from 'node:fs';
import { digits } from '../chaos/sign-up.ts';

/** Numbers that the sandbox's operator refuses, leaves waiting or fails. */
const NO_PLAN_ENDINGS = 4;

/** The categories that are on offer. */
export const CATEGORIES: readonly string[] = (
  JSON.parse(
    readFileSync(new URL('../../../question-bank/categories.json', import.meta.url), 'utf8'),
  ) as { id: string; isActive: boolean }[]
)
  .filter(({ isActive }) => isActive)
  .map(({ id }) => id);

/** The stored number of a player on the boards, as the database makes it from the player's index. */
export const KNOWN_PREFIX = '234803';

/** Their numbers in turn, as they are typed, without those that have no plan. */
export function knownPhone(turn: number): string {
  const inHundred = 100 - NO_PLAN_ENDINGS;
  const index = Math.floor(turn / inHundred) * 100 + NO_PLAN_ENDINGS + (turn % inHundred);
  return `0803${digits(index, 7)}`;
}

/** Numbers whose first plan is over. */
export function lapsedPhone(turn: number): string {
  return `0806${digits(turn, 5)}55`;
}

export function newPhone(turn: number): string {
  return `0813${digits(turn, 5)}44`;
}
