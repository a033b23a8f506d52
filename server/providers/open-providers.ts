import type { Config } from '../config/config.ts';
import { type AirtimeBilling, httpAirtimeBilling } from './airtime-billing.ts';
import { type BankListing, httpBankListing } from './bank-listing.ts';
import { type CardProvider, httpCard } from './card.ts';
import { httpMobileMoney, type MobileMoney } from './mobile-money.ts';
import { type ProviderFetch, type ProviderHttp, providerHttp } from './provider-http.ts';
import { httpSms, type SendSms } from './sms.ts';
import { httpTransfers, type Transfers } from './transfers.ts';

export type Providers = {
  billing: AirtimeBilling;
  card: CardProvider;
  transfers: Transfers;
  mobileMoney: MobileMoney;
  bankListing: BankListing;
  sendSms: SendSms;
  /** The connection to each provider, by the provider's name. */
  lines: Readonly<Record<string, Pick<ProviderHttp, 'isDown'>>>;
};

/** The SMS provider's token in the sandbox. */
export const SANDBOX_SMS_TOKEN = 'sandbox';

/** The keys of the sandbox's card provider. */
export const SANDBOX_CARD = { secretKey: 'sk_sandbox', publicKey: 'pk_sandbox' } as const;

/** The bank listing's key in the sandbox. */
export const SANDBOX_BANK_LISTING_KEY = 'sk_sandbox';

/** The headers by which the mobile-money service identifies us: its key and our client id. */
export function mobileMoneyHeaders(config: Config) {
  const { mobileMoneyKey, mobileMoneyClientId } = config;
  return {
    'x-api-key': mobileMoneyKey ?? 'sandbox',
    'x-client-id': mobileMoneyClientId ?? 'sandbox',
  };
}

/**
 * Opens the configured providers. A provider that is not configured is played by the sandbox, over
 * HTTP at `ownAddress`, which is called for each request.
 */
export function openProviders(
  config: Config,
  fetch: ProviderFetch,
  ownAddress: () => string,
): Providers {
  const { billingUrl, cardSecretKey, cardUrl, mobileMoneyUrl, smsUrl, smsToken } = config;
  const { bankListingUrl, bankListingKey } = config;
  const at = (url: string | null, path: string) => () => url ?? `${ownAddress()}/sandbox${path}`;
  const smsKey = { Authorization: `Bearer ${smsToken ?? SANDBOX_SMS_TOKEN}` };
  const cardKey = { Authorization: `Bearer ${cardSecretKey ?? SANDBOX_CARD.secretKey}` };
  const listingKey = { Authorization: `Bearer ${bankListingKey ?? SANDBOX_BANK_LISTING_KEY}` };
  const realCardUrl = cardSecretKey === null ? null : cardUrl;
  const lines = {
    billing: providerHttp(at(billingUrl, '/billing'), fetch),
    card: providerHttp(at(realCardUrl, '/card'), fetch, cardKey),
    'mobile-money': providerHttp(
      at(mobileMoneyUrl, '/mobile-money'),
      fetch,
      mobileMoneyHeaders(config),
    ),
    'bank-listing': providerHttp(at(bankListingUrl, '/bank-listing'), fetch, listingKey),
    sms: providerHttp(at(smsUrl, '/sms'), fetch, smsKey),
  };
  return {
    lines,
    billing: httpAirtimeBilling(lines.billing),
    card: httpCard(lines.card),
    transfers: httpTransfers(lines.card),
    mobileMoney: httpMobileMoney(lines['mobile-money']),
    bankListing: httpBankListing(lines['bank-listing']),
    sendSms: httpSms(lines.sms),
  };
}
