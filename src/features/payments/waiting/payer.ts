import { formatPhone, to234Form } from '../../../rules/phone.ts';
import type { PendingPayment } from '../pending-payment.ts';

/** `0803 000 0000`: the number whose wallet was asked. */
export function payerPhone({ payer }: PendingPayment): string {
  return payer ? formatPhone(to234Form(payer.msisdn)) : '';
}
