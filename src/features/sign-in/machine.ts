import { useEffect, useReducer } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import type { Challenge, NewUser } from '../../contract/user.ts';
import type { AnalyticsEvent } from '../../lib/analytics.ts';
import { isApiError, isUndecided, NetworkError } from '../../lib/errors.ts';
import type { BegunSignUp } from './begun.ts';
import type { KnownPlayer, NumberAnswer } from './calls.ts';

type Of<Is extends Step['is']> = Extract<Step, { is: Is }>;

/** The places where a sign-in begins: the landing's dialog, the onboarding's two variants, or a link. */
export type Entry = 'dialog' | 'login' | 'subscribe' | 'link';

/** A number, and the proof of its owner if the sign-in policy asks for it. */
type ProvenNumber = { phone: string; proof: string | null };

/** An account to be created. The key makes a repeat after a dropped reply the same creation. */
export type Creation = { account: Pick<NewUser, 'name' | 'email' | 'platform'>; key: string };

/** The failure of a call, or of a server that knows the player but gives no session. */
export type Failure = {
  at: 'look-up' | 'code' | 'creation' | 'subscription' | 'session';
  error: unknown;
};

/** Why the number is asked for again, and the player that was found before the failure. */
type Stop = { failure: Failure; number: ProvenNumber; player: KnownPlayer | null };

/** How far a sign-in has come. Each step either asks the player, waits for a call, or is its end. */
export type Step =
  /** The player can go forward to `code`. `isAnew` forgets the begun sign-up. */
  | { is: 'number'; stop: Stop | null; code: PendingCode | null; isAnew: boolean }
  | { is: 'code'; code: PendingCode; isResent: boolean; failure: Failure | null }
  | { is: 'details'; number: ProvenNumber; failure: Failure | null }
  /**
   * `code` is set if another code is to replace it. `creation` is the account that a link creates for a new
   * number.
   */
  | {
      is: 'looking-up';
      number: ProvenNumber;
      code: PendingCode | null;
      creation: Creation | null;
      isAgain: boolean;
    }
  | { is: 'checking-code'; code: PendingCode; digits: string }
  /** `link` is the number with the link's own proof, for another look-up. */
  | { is: 'creating'; number: ProvenNumber; creation: Creation; link: ProvenNumber | null }
  | { is: 'subscribing'; number: ProvenNumber; player: KnownPlayer | null; charge: Charge }
  | { is: 'verifying'; number: ProvenNumber; player: KnownPlayer; isNew: boolean }
  | { is: 'in'; player: KnownPlayer; isNew: boolean }
  /** The sign-in continues on the landing, with the code that was sent or to create the missing account. */
  | {
      is: 'handed-off';
      number: ProvenNumber;
      isSubscribed: boolean;
      challenge: Challenge | null;
      message: string | null;
    }
  /** The ends of a link: nobody is signed in, or the player is, but without a confirmed subscription. */
  | { is: 'failed'; failure: Failure }
  | { is: 'unconfirmed'; player: KnownPlayer; error: unknown };

type Form = { is: 'number' } | { is: 'code'; code: PendingCode } | { is: 'details' };

/** A key that is kept until the end of its call is known. */
type KeptKey = { of: string; key: string } | null;

/**
 * A charge of a number, and the price that the player agreed to. Both are kept until the charge's end is
 * known.
 */
type Charge = { of: string; key: string; kobo: number };

/**
 * The events that a sign-in is counted as: `login` for a player, `signUp` for a new account; `null` if not
 * counted.
 */
export type Events = { login: AnalyticsEvent | null; signUp: AnalyticsEvent | null };

export type SignIn = {
  entry: Entry;
  events: Events;
  /** Counts the steps, so that the result of an earlier step's call changes nothing. */
  turn: number;
  step: Step;
  form: Form;
  creationKey: KeptKey;
  /** The weekly price that the button showed, in kobo. If the button showed no price, nothing is charged. */
  agreedKobo: number | null;
  charge: Charge | null;
};

export type PlayerEvent =
  /** A link is opened or tried again. `player` is set if the link's number is signed in already. */
  | { is: 'arrived'; number: ProvenNumber; creation: Creation; player: KnownPlayer | null }
  | { is: 'number-entered'; phone: string; kobo?: number | null }
  | { is: 'number-changed' }
  | { is: 'code-entered'; digits: string; kobo?: number | null }
  | { is: 'code-wanted' }
  /**
   * The player chose 'Change number', which gives the code up. Back and Forward only leave the code and
   * return to it.
   */
  | { is: 'number-wanted' }
  | { is: 'went-back' }
  | { is: 'went-forward' }
  | { is: 'details-entered'; creation: Creation }
  /** The player goes on after a failure: as the player that was found, or by signing up. */
  | { is: 'went-on' };

/** The results of calls. `key` is for a charge that may follow, `at` is the time in epoch milliseconds. */
export type Outcome =
  | { is: 'answered'; answer: NumberAnswer; key: string; at: number }
  | { is: 'subscribed' }
  | { is: 'verified'; player: KnownPlayer }
  | { is: 'failed'; error: unknown };

type SignInEvent = PlayerEvent | (Outcome & { turn: number });

/** A code that was sent: where it was sent, and when another code can be asked for. */
export type PendingCode = { id: string; phone: string; channel: string; resendAt: number };

/**
 * Gives the sign-in's next state, without making its calls (`useSignIn` makes them). An outcome that does
 * not fit the step, such as that of a double tap or a late reply, changes nothing.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one state machine, read case by case.
export function signInReducer(state: SignIn, event: SignInEvent): SignIn {
  if ('turn' in event && event.turn !== state.turn) return state;
  const { step, form } = state;
  switch (event.is) {
    case 'arrived':
      if (step.is !== 'number' && step.is !== 'failed' && step.is !== 'unconfirmed') return state;
      return event.player
        ? verify(state, event.number, event.player, false)
        : lookUp(state, { number: event.number, creation: event.creation });
    case 'number-entered':
      if (step.is !== 'number') return state;
      return lookUp(agreed(state, event), { number: { phone: event.phone, proof: null } });
    case 'number-changed':
      if (step.is === 'details') return askNumber(state, { isAnew: true });
      return step.is === 'number' && step.stop ? askNumber(state, { code: step.code }) : state;
    case 'code-entered':
      if (step.is !== 'code') return state;
      return to(agreed(state, event), {
        is: 'checking-code',
        code: step.code,
        digits: event.digits,
      });
    case 'code-wanted':
      if (step.is !== 'code') return state;
      return lookUp(state, { number: numberOf(step.code), code: step.code });
    case 'number-wanted': {
      const isAtCode = codeOf(step) !== null || (step.is === 'verifying' && form.is === 'code');
      return isAtCode ? askNumber(state, { isAnew: true }) : state;
    }
    case 'went-back': {
      const code = codeOf(step);
      return code ? askNumber(state, { code }) : state;
    }
    case 'went-forward':
      return step.is === 'number' && step.code ? askCode(state, step.code) : state;
    case 'details-entered': {
      if (step.is !== 'details') return state;
      const { account, key } = event.creation;
      const { phone } = step.number;
      const creationKey = keptKey(state.creationKey, JSON.stringify({ phone, ...account }), key);
      const creation = { account, key: creationKey.key };
      const next: Step = { is: 'creating', number: step.number, creation, link: null };
      return to({ ...state, creationKey }, next);
    }
    case 'went-on': {
      if (step.is !== 'number' || !step.stop) return state;
      const { number, player } = step.stop;
      return player ? verify(state, number, player, false) : handOff(state, number);
    }
    case 'answered':
      return settle(state, event.answer, event);
    case 'subscribed':
      if (step.is !== 'subscribing') return state;
      return step.player
        ? verify(state, step.number, step.player, false)
        : handOff(state, step.number, { isSubscribed: true });
    case 'verified':
      if (step.is !== 'verifying') return state;
      return to(state, { is: 'in', player: event.player, isNew: step.isNew });
    case 'failed':
      return failed(state, event.error);
  }
}

function settle(state: SignIn, answer: NumberAnswer, { key, at }: { key: string; at: number }) {
  const { entry, step } = state;
  if (step.is !== 'looking-up' && step.is !== 'checking-code' && step.is !== 'creating') {
    return state;
  }
  const number = step.is === 'checking-code' ? numberOf(step.code) : step.number;
  if (answer.is === 'challenged') {
    const { challenge } = answer;
    if (entry === 'link') return handOff(state, number, { challenge });
    const isResent = step.is === 'looking-up' && step.code !== null;
    return askCode(state, codeOfChallenge(challenge, number.phone, at), { isResent });
  }
  if (answer.is === 'unknown') {
    const proven = { ...number, proof: answer.proof ?? number.proof };
    if (entry === 'dialog') return to(state, { is: 'details', number: proven, failure: null });
    if (entry !== 'link') return subscribe(state, proven, null, key);
    if (step.is !== 'looking-up' || !step.creation || step.isAgain) {
      return stop(state, { at: 'creation', error: null });
    }
    const { creation } = step;
    return to(state, { is: 'creating', number: proven, creation, link: number });
  }
  const { player } = answer;
  if (player.token === '') return stop(state, { at: 'session', error: null });
  if (entry === 'subscribe') return subscribe(state, number, player, key);
  return verify(state, number, player, step.is === 'creating');
}

function failed(state: SignIn, error: unknown): SignIn {
  const { entry, step } = state;
  switch (step.is) {
    case 'looking-up':
      return stop(state, { at: 'look-up', error });
    case 'checking-code':
      return stop(state, { at: 'code', error });
    case 'creating':
      // Somebody has created the account meanwhile, so it is looked up.
      if (step.link && isApiError(error, 'user/exists')) {
        return lookUp(state, { number: step.link, creation: step.creation, isAgain: true });
      }
      return stop(state, { at: 'creation', error });
    case 'subscribing': {
      const charge = isUndecided(error) ? state.charge : null;
      return stop({ ...state, charge }, { at: 'subscription', error });
    }
    case 'verifying': {
      // The player goes on, whatever the operator answers. The level picker says what is missing.
      const { player, isNew } = step;
      return entry === 'link' && !isNew
        ? to(state, { is: 'unconfirmed', player, error })
        : to(state, { is: 'in', player, isNew });
    }
    default:
      return state;
  }
}

/** Goes back to the step that asked, which then shows the failure. A link has asked nothing, so it ends. */
function stop(state: SignIn, failure: Failure): SignIn {
  const { entry, step } = state;
  if (!('number' in step) && step.is !== 'checking-code') return state;
  const number = step.is === 'checking-code' ? numberOf(step.code) : step.number;
  if (entry === 'link') {
    if (!isApiError(failure.error, 'user/proof-needed'))
      return to(state, { is: 'failed', failure });
    return handOff(state, number, { message: failure.error.message });
  }
  const isOver = isApiError(failure.error, 'user/exists') || isProofOver(failure);
  if (step.is === 'creating' && !isOver) return to(state, { is: 'details', number, failure });
  const code = codeOf(step);
  if (code && failure.at !== 'session') return askCode(state, code, { failure });
  const player = step.is === 'subscribing' ? step.player : null;
  return askNumber(state, { stop: { failure, number, player }, isAnew: step.is === 'creating' });
}

/** Whether the proof of the number has expired. Another look-up brings a new proof. */
function isProofOver({ at, error }: Failure): boolean {
  return at === 'creation' && isApiError(error, 'user/proof-needed');
}

function to(state: SignIn, step: Step): SignIn {
  return { ...state, turn: state.turn + 1, step, form: formOf(step) ?? state.form };
}

function formOf(step: Step): Form | null {
  if (step.is === 'code') return { is: 'code', code: step.code };
  return step.is === 'number' || step.is === 'details' ? { is: step.is } : null;
}

function askNumber(state: SignIn, parts: Partial<Of<'number'>>): SignIn {
  return to(state, { is: 'number', stop: null, code: null, isAnew: false, ...parts });
}

function askCode(state: SignIn, code: PendingCode, parts: Partial<Of<'code'>> = {}): SignIn {
  return to(state, { is: 'code', code, isResent: false, failure: null, ...parts });
}

function lookUp(
  state: SignIn,
  parts: Pick<Of<'looking-up'>, 'number'> & Partial<Of<'looking-up'>>,
): SignIn {
  return to(state, { is: 'looking-up', code: null, creation: null, isAgain: false, ...parts });
}

function subscribe(
  state: SignIn,
  number: ProvenNumber,
  player: KnownPlayer | null,
  key: string,
): SignIn {
  const { agreedKobo: kobo } = state;
  const kept = state.charge?.of === number.phone ? state.charge : null;
  const charge = kept ?? (kobo === null ? null : { of: number.phone, key, kobo });
  if (charge) return to({ ...state, charge }, { is: 'subscribing', number, player, charge });
  return player ? verify(state, number, player, false) : handOff(state, number);
}

function agreed(state: SignIn, { kobo = null }: { kobo?: number | null }): SignIn {
  return { ...state, agreedKobo: kobo };
}

function verify(state: SignIn, number: ProvenNumber, player: KnownPlayer, isNew: boolean): SignIn {
  return to(state, { is: 'verifying', number, player, isNew });
}

function handOff(state: SignIn, number: ProvenNumber, parts: Partial<Of<'handed-off'>> = {}) {
  const nothingYet = { isSubscribed: false, challenge: null, message: null };
  return to(state, { is: 'handed-off', number, ...nothingYet, ...parts });
}

/** The same call gets the same key again, so that it counts once. */
function keptKey(kept: SignIn['creationKey'], of: string, key: string) {
  return kept?.of === of ? kept : { of, key };
}

/** The code that is asked for or checked, or that another code is to replace. */
function codeOf(step: Step): PendingCode | null {
  return 'code' in step && step.is !== 'number' ? step.code : null;
}

const numberOf = ({ phone }: PendingCode): ProvenNumber => ({ phone, proof: null });

const BY_NUMBER: Events = { login: 'SMS Login', signUp: null };

/** A sign-in at its start, or at the step that an earlier sign-in of this visit had reached. */
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

/** The steps at which the player is asked for something, or offered a way on. */
const ASKING = ['number', 'code', 'details', 'failed', 'unconfirmed'];

/** Makes each step's call, and leads a signed-in player home. A screen that was left changes nothing. */
export function useSignIn(start: () => SignIn) {
  const navigate = useNavigate();
  const [state, send] = useReducer(signInReducer, null, start);
  const { turn, step } = state;
  const isBusy = !ASKING.includes(step.is);

  // The code of the calls loads while the number is typed, because the screen comes up without it.
  useEffect(() => void loadCalls().catch(() => undefined), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is carried out once.
  useEffect(() => {
    if (!isBusy) return;
    let isGone = false;
    const goOn = async () => {
      const calls = await loadCalls();
      if (isGone || step.is !== 'in') return isGone ? null : calls.carryOut(state);
      calls.enter(state);
      navigate(paths.home, { replace: true });
      return null;
    };
    goOn().then(
      (outcome) => outcome && send({ ...outcome, turn }),
      (error) => send({ is: 'failed', error, turn }),
    );
    return () => {
      isGone = true;
    };
  }, [turn]);

  return { state, isBusy, send: send as (event: PlayerEvent) => void };
}

/**
 * Loads the code of the calls. For the player, code that does not load is the same as a call without an
 * answer.
 */
function loadCalls() {
  return import('./carry-out.ts').catch((cause) => {
    throw new NetworkError({ cause });
  });
}

/** The code that a challenge asks for. The challenge came at `at`, in epoch milliseconds. */
export function codeOfChallenge(
  { id, channel, resendAfter }: Challenge,
  phone: string,
  at: number,
): PendingCode {
  return { id, channel, phone, resendAt: at + resendAfter * 1000 };
}
