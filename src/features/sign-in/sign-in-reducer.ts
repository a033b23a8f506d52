import { isApiError, isUndecided } from '../../lib/errors.ts';
import type { KnownPlayer, NumberAnswer } from './api/sign-in.ts';
import { type PendingCode, pendingCode } from './pending-code.ts';
import type { Failure, Form, ProvenNumber, SignIn, SignInEvent, Step } from './sign-in-state.ts';

/**
 * The sign-in's next state, without its calls (use-sign-in.ts makes them). What does not fit the
 * step, such as a double tap or a late reply, changes nothing.
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
    return askCode(state, pendingCode(challenge, number.phone, at), { isResent });
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
      // Somebody made the account in between: then it is there.
      if (step.link && isApiError(error, 'user/exists')) {
        return lookUp(state, { number: step.link, creation: step.creation, isAgain: true });
      }
      return stop(state, { at: 'creation', error });
    case 'subscribing': {
      const charge = isUndecided(error) ? state.charge : null;
      return stop({ ...state, charge }, { at: 'subscription', error });
    }
    case 'verifying': {
      // Whatever the operator says, they go on: the level picker says what is missing.
      const { player, isNew } = step;
      return entry === 'link' && !isNew
        ? to(state, { is: 'unconfirmed', player, error })
        : to(state, { is: 'in', player, isNew });
    }
    default:
      return state;
  }
}

/** Back to what was asked for, which then says what failed; a link has asked for nothing. */
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

/** The proof of the number has run out: another look-up brings a new one. */
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

type Of<Is extends Step['is']> = Extract<Step, { is: Is }>;

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

/** The same call again keeps its key, so that it counts once. */
function keptKey(kept: SignIn['creationKey'], of: string, key: string) {
  return kept?.of === of ? kept : { of, key };
}

/** The code that is asked for or checked, or that another one is to replace. */
function codeOf(step: Step): PendingCode | null {
  return 'code' in step && step.is !== 'number' ? step.code : null;
}

const numberOf = ({ phone }: PendingCode): ProvenNumber => ({ phone, proof: null });
