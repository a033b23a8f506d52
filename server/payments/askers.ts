import type { Way } from '../../src/rules/money.ts';
import type { Services } from '../services.ts';
import { askCollection } from './ask-collection.ts';
import { askCard } from './card.ts';

/** What the askers work with. */
export type Asking = Pick<Services, 'db' | 'config' | 'billing' | 'card' | 'mobileMoney' | 'now'>;

/** A payment whose end is not known. */
export type OpenPayment = { reference: string; way: Way; createdAt: Date };

/** Asks a payment's provider how it stands and enters what it says. Throws when it doesn't answer. */
export type AskProvider = (payment: OpenPayment) => Promise<unknown>;

/** Who is asked about the pending payments of each way that is offered. */
export function askersOf(services: Asking): Partial<Record<Way, AskProvider>> {
  const askers: Partial<Record<Way, AskProvider>> = {
    card: (payment) => askCard(services, payment),
    'mobile-money': ({ reference }) => askCollection(services, reference),
  };
  const offered = Object.entries(askers).filter(([way]) =>
    services.config.ways.includes(way as Way),
  );
  return Object.fromEntries(offered);
}
