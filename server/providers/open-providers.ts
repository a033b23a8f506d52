import type { Config } from '../config/config.ts';
import { type AirtimeBilling, httpAirtimeBilling } from './airtime-billing.ts';
import { httpMobileMoney, type MobileMoney } from './mobile-money.ts';
import { type ProviderFetch, providerHttp } from './provider-http.ts';
import { httpSms, type SendSms } from './sms.ts';

export type Providers = { billing: AirtimeBilling; mobileMoney: MobileMoney; sendSms: SendSms };

/** What the sandbox takes for the SMS provider's token. */
export const SANDBOX_SMS_TOKEN = 'sandbox';

/** The headers that the mobile-money service knows us by: its key, and our client id. */
export function mobileMoneyHeaders(config: Config) {
  const { mobileMoneyKey, mobileMoneyClientId } = config;
  return {
    'x-api-key': mobileMoneyKey ?? 'sandbox',
    'x-client-id': mobileMoneyClientId ?? 'sandbox',
  };
}

/** The providers configured, else the sandbox over HTTP at `ownAddress`, asked for at each call. */
export function openProviders(
  config: Config,
  fetch: ProviderFetch,
  ownAddress: () => string,
): Providers {
  const { billingUrl, mobileMoneyUrl, smsUrl, smsToken } = config;
  const at = (url: string | null, path: string) => () => url ?? `${ownAddress()}/sandbox${path}`;
  const smsKey = { Authorization: `Bearer ${smsToken ?? SANDBOX_SMS_TOKEN}` };
  return {
    billing: httpAirtimeBilling(providerHttp(at(billingUrl, '/billing'), fetch)),
    mobileMoney: httpMobileMoney(
      providerHttp(at(mobileMoneyUrl, '/mobile-money'), fetch, mobileMoneyHeaders(config)),
    ),
    sendSms: httpSms(providerHttp(at(smsUrl, '/sms'), fetch, smsKey)),
  };
}
