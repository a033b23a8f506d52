import type { ProviderFetch } from './airtime-billing.ts';
import { ProviderError } from './provider-error.ts';

/** Sends a text to a stored phone. Throws ProviderError `sms/failed` when it is not taken. */
export type SendSms = (to: string, text: string) => Promise<void>;

const TIMEOUT_MS = 10_000;

/** A provider of SMS over HTTP; `url` is asked for at each call. */
export function httpSms(url: () => string, token: string, fetch: ProviderFetch): SendSms {
  return async (to, text) => {
    try {
      const response = await fetch(url(), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify({ to, text }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`the SMS provider answered ${response.status}`);
    } catch (error) {
      throw new ProviderError('sms/failed', 'The code could not be sent. Please try again.', error);
    }
  };
}
