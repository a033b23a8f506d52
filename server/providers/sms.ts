import { isBrokenCircuitError } from 'cockatiel';
import { ProviderError, type ProviderHttp } from './provider-http.ts';

/**
 * Sends a text to a stored phone number. Throws SmsRefusedError when the provider certainly did not
 * accept the text, and ProviderError `sms/failed` when it may have accepted it.
 */
export type SendSms = (to: string, text: string) => Promise<void>;

/** The provider refused a text, or no call was sent to the provider. Nobody gets the text. */
export class SmsRefusedError extends ProviderError {
  override name = 'SmsRefusedError';
}

const MESSAGE = 'The code could not be sent. Please try again.';

export function httpSms({ post }: ProviderHttp): SendSms {
  return async (to, text) => {
    const { status } = await post('', { to, text }).catch((cause) => {
      const Failure = isBrokenCircuitError(cause) ? SmsRefusedError : ProviderError;
      throw new Failure('sms/failed', MESSAGE, cause);
    });
    if (status >= 200 && status <= 299) return;
    const Failure = isRefusal(status) ? SmsRefusedError : ProviderError;
    throw new Failure('sms/failed', MESSAGE, new Error(`the SMS provider answered ${status}`));
  };
}

/**
 * Whether a status means that the text was not accepted. After any other failure it may have been
 * accepted.
 */
function isRefusal(status: number): boolean {
  return (status >= 400 && status < 500) || status === 503;
}
