/** A payment by mobile money that could not be made (flows.md#mobile-money). */
export const UNABLE = 'Unable to complete at the moment';

/** Of a payment whose end an API without the status call does not tell (flows.md#an-api-without-the-status-call). */
export const UNSEEN =
  'We cannot see from here when you have paid. Once you have, what you bought should come soon.';
