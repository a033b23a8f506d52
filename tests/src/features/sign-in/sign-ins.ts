import type { NumberAnswer } from '../../../../src/features/sign-in/calls.ts';
import {
  type Entry,
  type Outcome,
  type PlayerEvent,
  type SignIn,
  signInReducer,
  startSignIn,
} from '../../../../src/features/sign-in/machine.ts';
import { ApiError, NetworkError } from '../../../../src/lib/errors.ts';
import { aUser } from '../../../support/builders.ts';

export const PHONE = '2348030000000';
const NOW = Date.UTC(2026, 10, 21);

export const ada = { user: aUser(), token: 'first' };
const account = { name: 'Ada', email: 'ada@example.com', platform: 'rave' } as const;

export const number = { phone: PHONE, proof: null };
export const refused = (code: string, status = 409) => new ApiError(`No: ${code}`, status, code);

/** The player's actions. */
export const did = {
  arrived: {
    is: 'arrived',
    number: { phone: PHONE, proof: 'link-proof' },
    creation: { account, key: 'link-key' },
    player: null,
  },
  'number-entered': { is: 'number-entered', phone: PHONE, kobo: 10_000 },
  'number-changed': { is: 'number-changed' },
  'code-entered': { is: 'code-entered', digits: '123456', kobo: 10_000 },
  'code-wanted': { is: 'code-wanted' },
  'number-wanted': { is: 'number-wanted' },
  'went-back': { is: 'went-back' },
  'went-forward': { is: 'went-forward' },
  'details-entered': { is: 'details-entered', creation: { account, key: 'key-1' } },
  'went-on': { is: 'went-on' },
} as const satisfies Record<PlayerEvent['is'], PlayerEvent>;

const answered = (answer: NumberAnswer, key = 'charge-1'): Outcome => ({
  is: 'answered',
  answer,
  key,
  at: NOW,
});

/** The results of calls. */
export const came = {
  player: answered({ is: 'player', player: ada }),
  unknown: answered({ is: 'unknown', proof: null }),
  proven: answered({ is: 'unknown', proof: 'p1' }),
  challenge: (id = 'c1') =>
    answered({ is: 'challenged', challenge: { id, channel: 'sms', resendAfter: 60 } }),
  unknownWithKey: (key: string) => answered({ is: 'unknown', proof: null }, key),
  noSession: answered({ is: 'player', player: { user: aUser(), token: '' } }),
  subscribed: { is: 'subscribed' },
  verified: { is: 'verified', player: { user: aUser({ pointBalance: 5 }), token: 'second' } },
  failed: (error: unknown = new NetworkError()): Outcome => ({ is: 'failed', error }),
} satisfies Record<string, Outcome | ((...parts: never[]) => Outcome)>;

/** The state after these events; a call's result goes to the step that waits for it. */
export function happened(state: SignIn, ...events: (PlayerEvent | Outcome)[]): SignIn {
  return events.reduce(
    (before, event) =>
      signInReducer(before, isOutcome(event) ? { ...event, turn: before.turn } : event),
    state,
  );
}

/** A sign-in of this entry after these events. */
export const signIn = (entry: Entry, ...events: (PlayerEvent | Outcome)[]) =>
  happened(startSignIn(entry), ...events);

function isOutcome(event: PlayerEvent | Outcome): event is Outcome {
  return ['answered', 'subscribed', 'verified', 'failed'].includes(event.is);
}

export const entered = did['number-entered'];
const toCode = [entered, came.challenge()];
const toDetails = [entered, came.proven];
export const sentCode = { id: 'c1', phone: PHONE, channel: 'sms', resendAt: NOW + 60_000 };

/** A state of each kind. */
export const STATES = {
  'asked for the number': signIn('dialog'),
  'looking the number up': signIn('dialog', entered),
  'asked for the code': signIn('dialog', ...toCode),
  'asking for another code': signIn('dialog', ...toCode, did['code-wanted']),
  'checking the code': signIn('dialog', ...toCode, did['code-entered']),
  'asked for the details': signIn('dialog', ...toDetails),
  'creating the player': signIn('dialog', ...toDetails, did['details-entered']),
  'verifying after a code': signIn('dialog', ...toCode, did['code-entered'], came.player),
  in: signIn('dialog', entered, came.player, came.verified),
  'back from the code': signIn('login', ...toCode, did['went-back']),
  subscribing: signIn('login', entered, came.unknown),
  'stopped at the subscription': signIn('login', entered, came.unknown, came.failed()),
  'handed off': signIn('login', entered, came.unknown, came.subscribed),
  'looking a link up': signIn('link', did.arrived),
  'creating for a link': signIn('link', did.arrived, came.proven),
  'verifying for a link': signIn('link', did.arrived, came.player),
  'failed link': signIn('link', did.arrived, came.failed()),
  'unconfirmed link': signIn('link', did.arrived, came.player, came.failed()),
} satisfies Record<string, SignIn>;
