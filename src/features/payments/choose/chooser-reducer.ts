import type { Plan, Way } from '../../../rules/money.ts';

export type Choice = {
  plan: Plan;
  way: Way;
  /** The pack that is bought, by its price in naira. */
  pack: number | null;
  fault: string | null;
};

export type ChoiceEvent =
  | { type: 'plan'; plan: Plan }
  | { type: 'way'; way: Way }
  | { type: 'pack'; naira: number }
  | { type: 'no-pack' };

/** What is chosen in 'Start Subscription' and 'Buy Coins', one event further. */
export function choose(choice: Choice, event: ChoiceEvent): Choice {
  switch (event.type) {
    case 'plan':
      return { ...choice, plan: event.plan };
    case 'way':
      // Each way has packs of its own.
      return { ...choice, way: event.way, pack: null, fault: null };
    case 'pack':
      return { ...choice, pack: event.naira, fault: null };
    case 'no-pack':
      return { ...choice, fault: 'Input amount' };
  }
}
