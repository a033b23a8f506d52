import type { Way } from '../../src/rules/money.ts';
import { Refusal } from '../http/errors.ts';
import type { Services } from '../services.ts';

/** Refuses a call of a way to pay that is not on offer, as if there were no such call. */
export function requireWay({ config }: Pick<Services, 'config'>, way: Way): void {
  if (config.ways.includes(way)) return;
  throw new Refusal(404, 'route/unknown', 'You cannot pay this way now. Please choose another.');
}
