import { newKey } from '../../../lib/new-key.ts';
import type { Plan } from '../../../rules/money.ts';
import type { Airtime } from './chooser-reducer.ts';

type Attempt = {
  plan: Plan;
  key: string;
  /** Where its yes was said: it goes with the key. */
  door: string;
  askedAt: number;
  airtime: Airtime;
};

/** By player and plan, for as long as the page lives: a dialog that is closed forgets nothing. */
const attempts = new Map<string, Attempt>();

const nameOf = (playerId: string, plan: Plan) => `${playerId} ${plan}`;

/** The attempt that goes on: one key a plan until it has a definite answer. */
export function attemptFor(playerId: string, plan: Plan, door: string): Attempt {
  const name = nameOf(playerId, plan);
  const fresh: Attempt = { plan, key: newKey(), door, askedAt: Date.now(), airtime: 'idle' };
  const attempt = attempts.get(name) ?? fresh;
  attempts.set(name, attempt);
  return attempt;
}

export function endAttempt(playerId: string, plan: Plan): void {
  attempts.delete(nameOf(playerId, plan));
}

/** The player's attempt whose end nobody knows, of any plan. */
export function openAttempt(playerId: string): Attempt | null {
  const mine = [...attempts].filter(([name]) => name.startsWith(`${playerId} `));
  return mine.map(([, attempt]) => attempt).find(({ airtime }) => airtime !== 'idle') ?? null;
}
