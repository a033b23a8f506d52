import type { Config } from '../config/config.ts';
import { type AirtimeBilling, httpAirtimeBilling } from './airtime-billing.ts';
import { type ProviderFetch, providerHttp } from './provider-http.ts';
import { httpSms, type SendSms } from './sms.ts';

export type Providers = { billing: AirtimeBilling; sendSms: SendSms };

/** What the sandbox takes for the SMS provider's token. */
export const SANDBOX_SMS_TOKEN = 'sandbox';

/** The providers configured, else the sandbox over HTTP at `ownAddress`, asked for at each call. */
export function openProviders(
  { billingUrl, smsUrl, smsToken }: Config,
  fetch: ProviderFetch,
  ownAddress: () => string,
): Providers {
  const at = (url: string | null, path: string) => () => url ?? `${ownAddress()}/sandbox${path}`;
  const smsKey = { Authorization: `Bearer ${smsToken ?? SANDBOX_SMS_TOKEN}` };
  return {
    billing: httpAirtimeBilling(providerHttp(at(billingUrl, '/billing'), fetch)),
    sendSms: httpSms(providerHttp(at(smsUrl, '/sms'), fetch, smsKey)),
  };
}
