import type { App } from '../http/serve.ts';
import type { Services } from '../services.ts';
import { sandboxAirtimeBilling } from './airtime-billing.ts';
import { sandboxBankListing } from './bank-listing.ts';
import { sandboxCard } from './card.ts';
import { sandboxMobileMoney } from './mobile-money.ts';
import { sandboxSms } from './sms.ts';

/** Plays the providers that the configuration does not name, under `/sandbox`. */
export async function mountSandbox(app: App, services: Services): Promise<void> {
  const { isMoneyPlayed, smsUrl, signInPolicy } = services.config;
  if (isMoneyPlayed) {
    const billing = async (part: App) => sandboxAirtimeBilling(part, services);
    await app.register(billing, { prefix: '/sandbox/billing' });
    const card = async (part: App) => sandboxCard(part, services);
    await app.register(card, { prefix: '/sandbox/card' });
    const bankListing = async (part: App) => sandboxBankListing(part);
    await app.register(bankListing, { prefix: '/sandbox/bank-listing' });
    const mobileMoney = async (part: App) => sandboxMobileMoney(part, services);
    await app.register(mobileMoney, { prefix: '/sandbox/mobile-money' });
  }
  if (smsUrl === null && signInPolicy === 'otp') {
    const sms = async (part: App) => sandboxSms(part, services);
    await app.register(sms, { prefix: '/sandbox' });
  }
}
