import type { ProviderFetch } from './airtime-billing.ts';
import { ProviderError } from './provider-error.ts';

/**
 * Sends a text to a stored phone. Throws ProviderError `sms/failed` when it is not known to be
 * taken; SmsRefusedError when it is known not to be.
 */
export type SendSms = (to: string, text: string) => Promise<void>;

/** The provider has refused a text: nobody gets it. */
export class SmsRefusedError extends ProviderError {
  override name = 'SmsRefusedError';
}

const TIMEOUT_MS = 10_000;
const MESSAGE = 'The code could not be sent. Please try again.';

/** A provider of SMS over HTTP; `url` is asked for at each call. */
export function httpSms(url: () => string, token: string, fetch: ProviderFetch): SendSms {
  return async (to, text) => {
    const { ok, status } = await fetch(url(), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ to, text }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause) => {
      throw new ProviderError('sms/failed', MESSAGE, cause);
    });
    if (ok) return;
    const Failure = isRefusal(status) ? SmsRefusedError : ProviderError;
    throw new Failure('sms/failed', MESSAGE, new Error(`the SMS provider answered ${status}`));
  };
}

/** Whether an answer says that the text was not taken; behind another failure it may have been. */
function isRefusal(status: number): boolean {
  return (status >= 400 && status < 500) || status === 503;
}
