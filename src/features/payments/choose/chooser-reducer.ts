import type { Plan, Way } from '../../../rules/money.ts';

/** How long only the first payment's end is asked for, in milliseconds. */
const ONLY_CHECK_MS = 15 * 60_000;

/** How a payment from airtime stands, as far as this phone was told. */
export type Airtime = 'idle' | 'refused' | 'pending' | 'unanswered';

export type Choice = {
  plan: Plan;
  way: Way;
  /** The pack that is bought, by its price in naira. */
  pack: number | null;
  fault: string | null;
  airtime: Airtime;
  /** When the airtime was asked for, in epoch milliseconds. */
  askedAt: number;
};

export type ChoiceEvent =
  | { type: 'plan'; plan: Plan }
  | { type: 'way'; way: Way }
  | { type: 'pack'; naira: number }
  | { type: 'no-pack' }
  | { type: 'airtime'; plan: Plan; airtime: Airtime; at: number };

/** What is chosen in 'Start Subscription' and 'Buy Coins', one event further. */
export function choose(choice: Choice, event: ChoiceEvent): Choice {
  switch (event.type) {
    case 'plan':
      return { ...choice, plan: event.plan, airtime: isUnderWay(choice) ? choice.airtime : 'idle' };
    case 'way':
      // Each way has packs of its own.
      return { ...choice, way: event.way, pack: null, fault: null };
    case 'pack':
      return { ...choice, pack: event.naira, fault: null };
    case 'no-pack':
      return { ...choice, fault: 'Input amount' };
    case 'airtime':
      return { ...choice, plan: event.plan, airtime: event.airtime, askedAt: event.at };
  }
}

/** Whether a payment has begun whose end nobody knows. */
export function isUnderWay({ airtime }: Choice): boolean {
  return airtime === 'pending' || airtime === 'unanswered';
}

/** Whether nothing but its end may be asked for: another way could charge a second time. */
export function isOnlyCheck(choice: Choice, now: number): boolean {
  return isUnderWay(choice) && now - choice.askedAt < ONLY_CHECK_MS;
}
