import type { Challenge, NewUser } from '../../contract/user.ts';
import type { AnalyticsEvent } from '../../lib/analytics.ts';
import type { KnownPlayer, NumberAnswer } from './api/sign-in.ts';
import type { BegunSignUp } from './begun-sign-up.ts';
import type { PendingCode } from './pending-code.ts';

/** Where somebody comes in: the landing's dialog, the onboarding's two variants, a link. */
export type Entry = 'dialog' | 'login' | 'subscribe' | 'link';

/** A number, and what shows whose it is where the sign-in policy asks for that. */
export type ProvenNumber = { phone: string; proof: string | null };

/** An account to be made; the key makes its repeat after a dropped reply the same creation. */
export type Creation = { account: Pick<NewUser, 'name' | 'email' | 'platform'>; key: string };

/** What failed: a call, or a server that knows the player and gives no session. */
export type Failure = {
  at: 'look-up' | 'code' | 'creation' | 'subscription' | 'session';
  error: unknown;
};

/** Why the number is asked for again, and whom the failure left behind. */
export type Stop = { failure: Failure; number: ProvenNumber; player: KnownPlayer | null };

/** How far a sign-in has come. Each step either asks the player, waits for a call, or is its end. */
export type Step =
  /** `code` can be gone forward to; `isAnew` gives up what was begun. */
  | { is: 'number'; stop: Stop | null; code: PendingCode | null; isAnew: boolean }
  | { is: 'code'; code: PendingCode; isResent: boolean; failure: Failure | null }
  | { is: 'details'; number: ProvenNumber; failure: Failure | null }
  /** `code`: another one is wanted in its place. `creation`: what a link makes of a new number. */
  | {
      is: 'looking-up';
      number: ProvenNumber;
      code: PendingCode | null;
      creation: Creation | null;
      isAgain: boolean;
    }
  | { is: 'checking-code'; code: PendingCode; digits: string }
  /** `link`: the number as the link brought it, to be looked up again. */
  | { is: 'creating'; number: ProvenNumber; creation: Creation; link: ProvenNumber | null }
  | { is: 'subscribing'; number: ProvenNumber; player: KnownPlayer | null; charge: Charge }
  | { is: 'verifying'; number: ProvenNumber; player: KnownPlayer; isNew: boolean }
  | { is: 'in'; player: KnownPlayer; isNew: boolean }
  /** The landing goes on: with the code that was sent, or with the account that is missing. */
  | {
      is: 'handed-off';
      number: ProvenNumber;
      isSubscribed: boolean;
      challenge: Challenge | null;
      message: string | null;
    }
  /** The ends of a link: nobody is in, or the player is, without a confirmed subscription. */
  | { is: 'failed'; failure: Failure }
  | { is: 'unconfirmed'; player: KnownPlayer; error: unknown };

export type Form = { is: 'number' } | { is: 'code'; code: PendingCode } | { is: 'details' };

/** A key that is kept until its call has a known end. */
type KeptKey = { of: string; key: string } | null;

/** A charge of a number and the price that was agreed to; both stay until it has a known end. */
export type Charge = { of: string; key: string; kobo: number };

/** What a sign-in of each kind is counted as; `null`: not at all. */
export type Events = { login: AnalyticsEvent | null; signUp: AnalyticsEvent | null };

export type SignIn = {
  entry: Entry;
  events: Events;
  /** Counts the steps: what the call of an earlier one brings changes nothing. */
  turn: number;
  step: Step;
  form: Form;
  creationKey: KeptKey;
  /** The price of a week that the button said, in kobo; without one nothing is charged. */
  agreedKobo: number | null;
  charge: Charge | null;
};

export type PlayerEvent =
  /** By a link, or trying it again; `player` is signed in with its number already. */
  | { is: 'arrived'; number: ProvenNumber; creation: Creation; player: KnownPlayer | null }
  | { is: 'number-entered'; phone: string; kobo?: number | null }
  | { is: 'number-changed' }
  | { is: 'code-entered'; digits: string; kobo?: number | null }
  | { is: 'code-wanted' }
  /** 'Change number', which gives the code up; Back and Forward only leave it and return. */
  | { is: 'number-wanted' }
  | { is: 'went-back' }
  | { is: 'went-forward' }
  | { is: 'details-entered'; creation: Creation }
  /** Past what stopped the sign-in: as the player it found, or by signing up. */
  | { is: 'went-on' };

/** What a call brings. `key` is for a charge that may follow, `at` the time in epoch milliseconds. */
export type Outcome =
  | { is: 'answered'; answer: NumberAnswer; key: string; at: number }
  | { is: 'subscribed' }
  | { is: 'verified'; player: KnownPlayer }
  | { is: 'failed'; error: unknown };

export type SignInEvent = PlayerEvent | (Outcome & { turn: number });

const BY_NUMBER: Events = { login: 'SMS Login', signUp: null };

/** A sign-in at its start, or where an earlier one of this visit had come to. */
export function startSignIn(
  entry: Entry,
  begun: BegunSignUp | null = null,
  { events = BY_NUMBER, isAtCode = true }: { events?: Events; isAtCode?: boolean } = {},
): SignIn {
  const asked = { entry, events, turn: 0, creationKey: null, agreedKobo: null, charge: null };
  if (begun?.pending && isAtCode) {
    const { pending: code } = begun;
    const step = { is: 'code', code, isResent: false, failure: null } as const;
    return { ...asked, step, form: { is: 'code', code } };
  }
  if (begun?.isNew && entry === 'dialog') {
    const { phone, proof } = begun;
    const step = { is: 'details', number: { phone, proof }, failure: null } as const;
    return { ...asked, step, form: { is: 'details' } };
  }
  const code = begun?.pending ?? null;
  const step = { is: 'number', stop: null, code, isAnew: false } as const;
  return { ...asked, step, form: { is: 'number' } };
}
