import { postFundWallet } from '../../src/contract/endpoints/webhooks.ts';
import { countCall } from '../http/address-limits.ts';
import type { App } from '../http/validation.ts';
import { askCollection } from '../payments/ask-collection.ts';
import { findCollection } from '../payments/collections.ts';
import { keepReport } from '../payments/reports.ts';
import { ProviderError } from '../providers/provider-error.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';

const HEARD = { status: true, data: null };
const KEPT_CHARS = 100;

/** A hint that a mobile-money payment has moved on: what it says is not believed (flows.md#wallet-hint). */
export function walletHintRoutes(app: App, services: Services): void {
  const { config, db, now } = services;
  if (!config.ways.includes('mobile-money')) return;

  route(app, postFundWallet, async (request) => {
    const { reference, amount, status } = request.body;
    if ((await findCollection(db, reference)) !== null) {
      try {
        await askCollection(services, reference);
      } catch (error) {
        // Whoever gave the hint can do nothing about it: the payment is asked about until it ends.
        if (!(error instanceof ProviderError)) throw error;
        request.log.warn({ err: error }, 'a hint could not be followed');
      }
      return HEARD;
    }
    await countCall(services, request, 'wallet-hint');
    const body = { amount: textOf(amount), status: textOf(status) };
    await keepReport(db, { reference, what: 'wallet-hint', body }, now());
    return HEARD;
  });
}

/** Anybody can say anything here: it is kept as text, and not all of it. */
function textOf(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value).slice(0, KEPT_CHARS);
}
