import { isBrokenCircuitError } from 'cockatiel';
import { ProviderError, type ProviderHttp } from './provider-http.ts';

/**
 * Texts a stored phone. Throws ProviderError `sms/failed` when the text is not known to be taken,
 * SmsRefusedError when it is known not to be.
 */
export type SendSms = (to: string, text: string) => Promise<void>;

/** The provider has refused a text, or was not asked: nobody gets it. */
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

/** Whether an answer says that the text was not taken; behind another failure it may have been. */
function isRefusal(status: number): boolean {
  return (status >= 400 && status < 500) || status === 503;
}
