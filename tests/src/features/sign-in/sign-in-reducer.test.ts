import { describe, expect, test } from 'vitest';
import { type Step, signInReducer, startSignIn } from '../../../../src/features/sign-in/machine.ts';
import { came, did, happened, PHONE, STATES, sentCode } from './sign-ins.ts';

type Does = Partial<Record<string, Step['is']>>;

/** The state that each event leads to from each state; other events change nothing. */
const LEADS: Record<keyof typeof STATES, Does> = {
  'asked for the number': { 'number-entered': 'looking-up', arrived: 'looking-up' },
  'looking the number up': {
    player: 'verifying',
    unknown: 'details',
    challenge: 'code',
    noSession: 'number',
    failed: 'number',
  },
  'asked for the code': {
    'code-entered': 'checking-code',
    'code-wanted': 'looking-up',
    'number-wanted': 'number',
    'went-back': 'number',
  },
  'asking for another code': {
    player: 'verifying',
    unknown: 'details',
    challenge: 'code',
    noSession: 'number',
    failed: 'code',
    'number-wanted': 'number',
    'went-back': 'number',
  },
  'checking the code': {
    player: 'verifying',
    unknown: 'details',
    challenge: 'code',
    noSession: 'number',
    failed: 'code',
    'number-wanted': 'number',
    'went-back': 'number',
  },
  'asked for the details': { 'details-entered': 'creating', 'number-changed': 'number' },
  'creating the player': {
    player: 'verifying',
    unknown: 'details',
    challenge: 'code',
    noSession: 'details',
    failed: 'details',
  },
  'verifying after a code': { verified: 'in', failed: 'in', 'number-wanted': 'number' },
  in: {},
  'back from the code': {
    'number-entered': 'looking-up',
    arrived: 'looking-up',
    'went-forward': 'code',
  },
  subscribing: { subscribed: 'handed-off', failed: 'number' },
  'stopped at the subscription': {
    'number-entered': 'looking-up',
    arrived: 'looking-up',
    'number-changed': 'number',
    'went-on': 'handed-off',
  },
  'handed off': {},
  'looking a link up': {
    player: 'verifying',
    unknown: 'creating',
    challenge: 'handed-off',
    noSession: 'failed',
    failed: 'failed',
  },
  'creating for a link': {
    player: 'verifying',
    unknown: 'failed',
    challenge: 'handed-off',
    noSession: 'failed',
    failed: 'failed',
  },
  'verifying for a link': { verified: 'in', failed: 'unconfirmed' },
  'failed link': { arrived: 'looking-up' },
  'unconfirmed link': { arrived: 'looking-up' },
};

const OUTCOMES = {
  player: came.player,
  unknown: came.unknown,
  challenge: came.challenge('c2'),
  noSession: came.noSession,
  subscribed: came.subscribed,
  verified: came.verified,
  failed: came.failed(),
};

describe.each(Object.entries(STATES))('%s', (name, state) => {
  const leads = LEADS[name as keyof typeof STATES];

  test.each(Object.entries({ ...did, ...OUTCOMES }))('%s', (event, occurrence) => {
    const next = happened(state, occurrence);
    const expected = leads[event];
    if (expected === undefined) expect(next).toBe(state);
    else {
      expect(next.step.is).toBe(expected);
      expect(next.turn).toBe(state.turn + 1);
    }
  });

  test('a reply of an earlier step changes nothing', () => {
    for (const outcome of Object.values(OUTCOMES)) {
      expect(signInReducer(state, { ...outcome, turn: state.turn - 1 })).toBe(state);
    }
  });
});

describe('what is on the screen while a call runs', () => {
  test.each([
    ['looking the number up', { is: 'number' }],
    ['asking for another code', { is: 'code', code: sentCode }],
    ['checking the code', { is: 'code', code: sentCode }],
    ['verifying after a code', { is: 'code', code: sentCode }],
    ['creating the player', { is: 'details' }],
    ['subscribing', { is: 'number' }],
  ] as const)('%s', (name, form) => {
    expect(STATES[name].form).toEqual(form);
  });
});

describe('a double tap', () => {
  test.each([
    ['asked for the number', 'number-entered'],
    ['asked for the code', 'code-entered'],
    ['asked for the code', 'code-wanted'],
    ['asked for the details', 'details-entered'],
    ['stopped at the subscription', 'went-on'],
  ] as const)('%s: %s counts once', (name, event) => {
    const once = happened(STATES[name], did[event]);
    expect(happened(once, did[event])).toBe(once);
  });
});

describe('the start', () => {
  const begun = {
    phone: PHONE,
    isNew: false,
    isRegistered: false,
    platform: 'rave',
    proof: null,
    pending: null,
  } as const;

  test('is the number, unless an earlier visit came further', () => {
    expect(startSignIn('dialog').step.is).toBe('number');
    expect(startSignIn('dialog', begun).step.is).toBe('number');
    const isNew = startSignIn('dialog', { ...begun, isNew: true, proof: 'p1' });
    expect(isNew.step).toMatchObject({ is: 'details', number: { phone: PHONE, proof: 'p1' } });
    const atCode = startSignIn('dialog', { ...begun, pending: sentCode });
    expect(atCode).toMatchObject({ step: { is: 'code' }, form: { is: 'code', code: sentCode } });
  });

  test('is the number at the onboarding, whose address is not at the code; Forward leads there', () => {
    const away = startSignIn('login', { ...begun, pending: sentCode }, { isAtCode: false });
    expect(away.step.is).toBe('number');
    expect(happened(away, did['went-forward']).step).toMatchObject({ is: 'code', code: sentCode });
    expect(startSignIn('login', { ...begun, isNew: true }).step.is).toBe('number');
  });
});
