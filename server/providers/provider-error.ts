import type { ErrorCode } from '../../src/contract/error-codes.ts';
import { Refusal } from '../http/errors.ts';

/** A provider did not answer, or not in a way that can be understood. Its cause is logged. */
export class ProviderError extends Refusal {
  override name = 'ProviderError';

  constructor(code: ErrorCode, message: string, cause: unknown) {
    super(502, code, message);
    this.cause = cause;
  }
}

/** What asks a provider in its adapter's words: whatever fails on the way becomes a ProviderError. */
export function orProviderError(code: ErrorCode, message: string) {
  return async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await ask();
    } catch (error) {
      throw new ProviderError(code, message, error);
    }
  };
}
