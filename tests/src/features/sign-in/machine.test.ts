import { describe, expect, test } from 'vitest';
import {
  type SignIn,
  type Step,
  signInReducer,
  startSignIn,
} from '../../../../src/features/sign-in/machine.ts';
import { NetworkError } from '../../../../src/lib/errors.ts';
import {
  ada,
  came,
  did,
  entered,
  happened,
  number,
  PHONE,
  refused,
  STATES,
  sentCode,
  signIn,
} from './sign-ins.ts';

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

describe('the code', () => {
  test('that came in place of another one says so; the first one does not', () => {
    expect(STATES['asked for the code'].step).toMatchObject({ code: sentCode, isResent: false });
    const resent = happened(STATES['asking for another code'], came.challenge('c2'));
    expect(resent.step).toMatchObject({ code: { id: 'c2' }, isResent: true });
  });

  test('that is wrong is asked for again, and so is one that could not be replaced', () => {
    const error = refused('challenge/wrong', 200);
    const wrong = happened(STATES['checking the code'], came.failed(error));
    expect(wrong.step).toMatchObject({ code: sentCode, failure: { at: 'code', error } });
    const late = happened(STATES['asking for another code'], came.failed(error));
    expect(late.step).toMatchObject({ code: sentCode, failure: { at: 'look-up', error } });
  });

  test('is there again by Forward, but not after the number was changed', () => {
    expect(happened(STATES['back from the code'], did['went-forward']).step).toMatchObject({
      is: 'code',
      code: sentCode,
    });
    const changed = happened(STATES['asked for the code'], did['number-wanted']);
    expect(changed.step).toEqual({ is: 'number', stop: null, code: null, isAnew: true });
    expect(happened(changed, did['went-forward'])).toBe(changed);
  });

  test('that was left is checked for nobody: its reply changes nothing', () => {
    const checking = STATES['checking the code'];
    const left = happened(checking, did['went-back']);
    expect(signInReducer(left, { ...came.player, turn: checking.turn })).toBe(left);
  });
});

describe('a new player', () => {
  const creating = STATES['creating the player'];
  const again = { ...did['details-entered'].creation, key: 'key-2' };

  test('is created with the proof that the look-up brought', () => {
    expect(creating.step).toMatchObject({
      number: { phone: PHONE, proof: 'p1' },
      creation: { key: 'key-1', account: { name: 'Ada' } },
    });
  });

  test('is created by the same call after a dropped reply, by another one when it changed', () => {
    const dropped = happened(creating, came.failed());
    const same = happened(dropped, { is: 'details-entered', creation: again });
    expect(same.step).toMatchObject({ creation: { key: 'key-1' } });
    const account = { ...again.account, email: 'ada@example.org' };
    const other = happened(dropped, { is: 'details-entered', creation: { account, key: 'key-3' } });
    expect(other.step).toMatchObject({ creation: { key: 'key-3' } });
  });

  test.each(['user/exists', 'user/proof-needed'])(
    'is asked for the number again after %s',
    (code) => {
      const error = refused(code);
      expect(happened(creating, came.failed(error)).step).toEqual({
        is: 'number',
        stop: {
          failure: { at: 'creation', error },
          number: { phone: PHONE, proof: 'p1' },
          player: null,
        },
        code: null,
        isAnew: true,
      });
    },
  );

  test('who is challenged after all is asked for the code', () => {
    expect(happened(creating, came.challenge()).step).toMatchObject({
      code: sentCode,
      isResent: false,
    });
  });

  test('is in whatever the operator says, and as new', () => {
    const verifying = happened(creating, came.player);
    expect(happened(verifying, came.failed()).step).toEqual({ is: 'in', player: ada, isNew: true });
    expect(happened(verifying, came.verified).step).toMatchObject({
      player: { token: 'second', user: { pointBalance: 5 } },
      isNew: true,
    });
  });
});

describe('a charge', () => {
  const keyAfter = (state: SignIn, key: string) =>
    happened(state, entered, came.unknownWithKey(key)).step;

  test.each([
    ['no answer', new NetworkError()],
    ['a failing operator', refused('billing/unavailable', 502)],
    ['one that is still charging', refused('subscription/pending', 200)],
    ['a reply that nobody can read', refused('reply/unreadable', 200)],
  ])('is asked for again by the same call after %s', (_what, error) => {
    const stopped = happened(STATES.subscribing, came.failed(error));
    expect(keyAfter(stopped, 'charge-2')).toMatchObject({
      is: 'subscribing',
      charge: { key: 'charge-1' },
    });
  });

  test('that was refused is over: the next one is another', () => {
    const stopped = happened(STATES.subscribing, came.failed(refused('subscription/refused', 200)));
    expect(keyAfter(stopped, 'charge-2')).toMatchObject({ charge: { key: 'charge-2' } });
  });

  test('of another number is another', () => {
    const stopped = happened(STATES.subscribing, came.failed());
    const other = happened(
      stopped,
      { is: 'number-entered', phone: '2348050000000', kobo: 10_000 },
      came.unknownWithKey('charge-2'),
    );
    expect(other.step).toMatchObject({ charge: { key: 'charge-2' } });
  });

  test('is for the player of the number, where there is one and the plan is what was offered', () => {
    expect(signIn('subscribe', entered, came.player).step).toMatchObject({
      is: 'subscribing',
      player: ada,
    });
    expect(signIn('login', entered, came.player).step).toMatchObject({ is: 'verifying' });
  });

  test('that is through leads a player in, and a new number to its account', () => {
    const known = signIn('subscribe', entered, came.player, came.subscribed);
    expect(known.step).toEqual({ is: 'verifying', number, player: ada, isNew: false });
    const proven = signIn('subscribe', entered, came.proven, came.subscribed);
    expect(proven.step).toMatchObject({
      is: 'handed-off',
      number: { phone: PHONE, proof: 'p1' },
      isSubscribed: true,
    });
  });

  test('that failed holds no player up, and a new number can sign up', () => {
    const known = signIn('subscribe', entered, came.player, came.failed(), did['went-on']);
    expect(known.step).toMatchObject({ is: 'verifying', player: ada });
    const unknown = happened(STATES['stopped at the subscription'], did['went-on']);
    expect(unknown.step).toMatchObject({ is: 'handed-off', isSubscribed: false, number });
  });
});

describe('a link', () => {
  test('looks its number up with its proof and the key of its visit', () => {
    expect(STATES['looking a link up'].step).toMatchObject({
      number: { phone: PHONE, proof: 'link-proof' },
      creation: { key: 'link-key' },
    });
  });

  test('creates with the proof of the look-up, else with its own', () => {
    expect(STATES['creating for a link'].step).toMatchObject({ number: { proof: 'p1' } });
    expect(signIn('link', did.arrived, came.unknown).step).toMatchObject({
      number: { proof: 'link-proof' },
      creation: { key: 'link-key' },
    });
  });

  test('whose account was made in between looks it up once more, and creates no second time', () => {
    const again = happened(STATES['creating for a link'], came.failed(refused('user/exists')));
    expect(again.step).toMatchObject({ is: 'looking-up', number: { proof: 'link-proof' } });
    expect(happened(again, came.player).step).toMatchObject({ is: 'verifying', isNew: false });
    expect(happened(again, came.unknown).step).toMatchObject({ is: 'failed' });
  });

  test.each(['looking a link up', 'creating for a link'] as const)(
    '%s without a good proof goes on at the landing, with the reason',
    (name) => {
      const next = happened(STATES[name], came.failed(refused('user/proof-needed', 403)));
      expect(next.step).toMatchObject({ is: 'handed-off', message: 'No: user/proof-needed' });
    },
  );

  test('that is challenged hands its challenge off', () => {
    const next = happened(STATES['looking a link up'], came.challenge());
    expect(next.step).toMatchObject({ challenge: { id: 'c1' }, message: null });
  });

  test('says where it failed', () => {
    const at = (state: SignIn) => happened(state, came.failed()).step;
    expect(at(STATES['looking a link up'])).toMatchObject({ failure: { at: 'look-up' } });
    expect(at(STATES['creating for a link'])).toMatchObject({ failure: { at: 'creation' } });
  });

  test('of a new player leads in, though the subscription is not confirmed', () => {
    const isNew = happened(STATES['creating for a link'], came.player, came.failed());
    expect(isNew.step).toEqual({ is: 'in', player: ada, isNew: true });
  });

  test('of a player who is signed in already checks the subscription alone', () => {
    expect(signIn('link', { ...did.arrived, player: ada }).step).toMatchObject({
      is: 'verifying',
      player: ada,
    });
  });
});

describe('a server that knows the player and gives no session', () => {
  test('is said so where the player was asked', () => {
    expect(signIn('dialog', entered, came.noSession).step).toMatchObject({
      is: 'number',
      stop: { failure: { at: 'session' } },
    });
    expect(happened(STATES['creating the player'], came.noSession).step).toMatchObject({
      is: 'details',
      failure: { at: 'session' },
    });
  });

  test('charges nobody', () => {
    expect(signIn('subscribe', entered, came.noSession).step.is).toBe('number');
  });
});
