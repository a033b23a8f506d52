/** The code of a failed call: one of `ERROR_CODES`. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** The HTTP statuses that a code comes with. */
export type StatusOf<Code extends ErrorCode> = (typeof ERROR_CODES)[Code]['statuses'][number];

/**
 * Every code of a failed call, with its meaning and its HTTP statuses. Status 200 means a 'no' that
 * the flows expect. A code is never removed, because clients in use depend on it.
 */
export const ERROR_CODES = {
  'bank/other-name': {
    statuses: [409],
    says: 'The bank gives another name for the account than the one that was shown.',
  },
  'bank/taken': { statuses: [409], says: 'Another player has this bank account.' },
  'bank/unavailable': { statuses: [502], says: 'The bank listing did not answer.' },
  'bank/unresolved': { statuses: [422], says: 'The bank knows no such account.' },
  'billing/unavailable': { statuses: [502], says: 'The operator did not answer.' },
  'card/unavailable': { statuses: [502], says: 'The card provider did not answer.' },
  'category/unknown': { statuses: [404], says: 'The category is unknown or not on offer.' },
  'challenge/expired': { statuses: [410], says: 'The code is no longer good.' },
  'challenge/too-many-tries': { statuses: [429], says: 'The code was wrong too often.' },
  'challenge/wrong-code': { statuses: [200], says: 'The code is wrong; tries are left.' },
  'dob/invalid': { statuses: [422], says: 'The date of birth is no day of a living person.' },
  'draw/not-sealed': { statuses: [409], says: "The draw's list is not sealed yet." },
  'email/invalid': { statuses: [422], says: 'The address is no email address.' },
  'idempotency/bad-key': { statuses: [422], says: 'The idempotency key is no UUID.' },
  'idempotency/mismatch': {
    statuses: [422],
    says: 'The key came with another query or body before.',
  },
  'idempotency/running': { statuses: [409], says: 'The first call with this key still runs.' },
  'mobile-money/not-registered': { statuses: [200], says: 'The number has no wallet.' },
  'mobile-money/refused': { statuses: [200], says: 'The service took no payment.' },
  'mobile-money/too-little': { statuses: [422], says: 'The amount is below the least.' },
  'mobile-money/unavailable': { statuses: [502], says: 'The service did not answer.' },
  'name/invalid': {
    statuses: [422],
    says: 'The nickname is not 1 to 10 characters that can all be seen, or looks like one of ours.',
  },
  'name/locked': { statuses: [403], says: 'The operator has changed the nickname for now.' },
  'payment/failed': { statuses: [200], says: 'The provider took no money.' },
  'payment/mismatch': { statuses: [409], says: 'What was paid is not what was expected.' },
  'payment/pending': { statuses: [200], says: 'The provider has not decided yet.' },
  'payment/reference-taken': { statuses: [409], says: 'The reference is of another payment.' },
  'payment/unknown': { statuses: [404], says: 'No such payment is expected.' },
  'payout/on-its-way': { statuses: [409], says: 'A prize is on its way to the account.' },
  'phone/invalid': { statuses: [422], says: 'The number is no Nigerian mobile number.' },
  'picture/invalid': { statuses: [422], says: 'The picture is no whole png or jpg.' },
  'picture/locked': { statuses: [403], says: 'The operator has removed the picture for now.' },
  'picture/too-large': { statuses: [413], says: 'The picture has too many bytes or pixels.' },
  'player/unknown': { statuses: [404], says: 'There is no such other player.' },
  'plays/cap-reached': { statuses: [409], says: "The day's plays are used up." },
  'profile/fixed': { statuses: [409], says: 'A date of birth is kept: this part stays.' },
  'product/unknown': { statuses: [422], says: 'The product is not on offer.' },
  'proof/bad-choice': { statuses: [422], says: 'The choice is none of the options.' },
  'proof/closed': { statuses: [409], says: 'Too few sealed questions are left for the player.' },
  'proof/not-asked': { statuses: [409], says: 'No proof round is due.' },
  'proof/not-open': { statuses: [409], says: 'No proof round is open.' },
  'proof/question-over': { statuses: [409], says: 'The proof round is at another question.' },
  'question/not-dealt': {
    statuses: [404],
    says: 'The player was not dealt this question in that round.',
  },
  'rate/limited': { statuses: [429], says: 'Too many such calls; Retry-After says how long.' },
  'renewal/unavailable': { statuses: [409], says: 'The plan cannot renew by itself.' },
  'request/invalid': {
    statuses: [422, 400],
    says: 'A part of the call is wrong; named if one is.',
  },
  'request/not-json': { statuses: [400], says: 'The body is not JSON.' },
  'request/too-large': { statuses: [413], says: 'The body is too large.' },
  'round/already-counted': { statuses: [409], says: 'The round has been counted.' },
  'round/bad-transcript': { statuses: [422], says: 'The transcript does not fit the round.' },
  'round/expired': { statuses: [410], says: 'The result came after the round could be counted.' },
  'round/missing': { statuses: [422], says: 'The result names no round.' },
  'round/no-play': { statuses: [409], says: 'No play was taken for the round.' },
  'round/not-yours': { statuses: [403], says: "The round is another player's." },
  'round/open': { statuses: [409], says: 'The result of the round has not come yet.' },
  'round/too-many': { statuses: [409], says: 'Two rounds are unfinished.' },
  'round/unknown': { statuses: [404], says: 'There is no such round.' },
  'route/unknown': { statuses: [404], says: 'There is no such call.' },
  'rush/bad-choice': { statuses: [422], says: 'The choice is none of the options that are left.' },
  'rush/closed': {
    statuses: [409],
    says: 'Millionaire Rush is closed here at present, or has no new questions for the player.',
  },
  'rush/ended': { statuses: [409], says: 'The run has ended.' },
  'rush/level-over': { statuses: [409], says: 'The run is at another level.' },
  'rush/no-ticket': { statuses: [409], says: 'No ticket is left to play.' },
  'rush/power-up-refused': {
    statuses: [409],
    says: 'The power-up is used, or not for this level.',
  },
  'rush/running': { statuses: [409], says: 'Another run is open: it comes first.' },
  'rush/unknown': { statuses: [404], says: 'There is no such run.' },
  'sandbox/failed': { statuses: [502], says: 'A stand-in of a provider fails on purpose.' },
  'sandbox/unknown-sender': {
    statuses: [401],
    says: 'A stand-in of a provider knows no such token.',
  },
  'server/error': { statuses: [500], says: 'Something went wrong inside.' },
  'server/unavailable': { statuses: [503], says: 'The game cannot be reached right now.' },
  'session/not-fresh': { statuses: [403], says: 'The sign-in is too old for this.' },
  'session/required': { statuses: [401], says: 'The token is missing or no longer good.' },
  'sms/failed': { statuses: [502], says: 'The text with the code could not be sent.' },
  'spending/age-needed': { statuses: [409], says: 'A date of birth of 18 years or more is due.' },
  'spending/limit-reached': {
    statuses: [409],
    says: "It would pass the player's weekly limit; nothing was charged.",
  },
  'spending/on-break': { statuses: [409], says: 'The player takes a break from buying.' },
  'spending/under-age': { statuses: [409], says: 'The player is under 18: they buy nothing.' },
  'subscription/active': { statuses: [409], says: 'A plan is running already.' },
  'subscription/inactive': { statuses: [409], says: 'No plan is running.' },
  'subscription/none': { statuses: [200], says: 'The operator knows no running plan.' },
  'subscription/pending': { statuses: [200], says: 'The operator has not decided yet.' },
  'subscription/refused': { statuses: [200], says: 'The operator charged nothing.' },
  'subscription/running': { statuses: [409], says: "Another plan's charge has no known end." },
  'user/challenge': { statuses: [200], says: 'A code was sent: meta.challenge is due first.' },
  'user/exists': { statuses: [409], says: 'The number has an account.' },
  'user/not-yours': { statuses: [403], says: "The number is another player's." },
  'user/proof-needed': { statuses: [403, 200], says: 'A proof of the number is missing or bad.' },
  'user/unknown': { statuses: [200], says: 'The number has no account.' },
  'username/invalid': {
    statuses: [422],
    says: 'The username is not 1 to 10 characters that can all be seen, or looks like one of ours.',
  },
  'wallet/insufficient-coins': { statuses: [409], says: 'The coins do not suffice.' },
  'webhook/bad-signature': { statuses: [401], says: "The signature is not the provider's." },
} as const satisfies Record<string, { statuses: readonly number[]; says: string }>;

/**
 * The codes that refuse a Millionaire Rush ticket, besides those that refuse other products
 * (payments.md#expected-payments).
 */
export const TICKET_CODES = [
  'rush/closed',
  'spending/age-needed',
] as const satisfies readonly ErrorCode[];

/**
 * The codes that refuse a purchase or a renewal because of the player's limits or age
 * (billing.md#spending-limits).
 */
export const SPENDING_CODES = [
  'spending/limit-reached',
  'spending/on-break',
  'spending/under-age',
] as const satisfies readonly ErrorCode[];

/** The codes that a call can return because it needs a fresh proof (sign-in.md#fresh-proof). */
export const FRESH_PROOF_CODES = [
  'challenge/expired',
  'challenge/too-many-tries',
  'challenge/wrong-code',
  'rate/limited',
  'session/not-fresh',
  'sms/failed',
  'user/challenge',
] as const satisfies readonly ErrorCode[];
