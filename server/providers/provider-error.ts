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
