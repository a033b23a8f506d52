import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ASKED_PLAN_KEY } from '../../../src/config/storage-keys.ts';
import { ApiError, NetworkError } from '../../../src/lib/errors.ts';
import { serverTime } from '../../../src/lib/server-clock.ts';
import { store } from '../../../src/session/session.ts';
import {
  askedPlanAtom,
  callFor,
  forgetAskedPlan,
  noteCheck,
  noteRefusal,
  onlyCheckUntil,
  type Purchase,
} from '../../../src/subscription/asked-plan.ts';
import { anAskedPlan, aUser, NOON } from '../../support/builders.ts';
import { CLOCKS_PUT, phoneAhead, replyAt } from '../../support/phone-clock.ts';
import { signIn } from '../../support/render.tsx';

const ID = 'player-1';

const no = (code: string, status = 200) => new ApiError('No.', status, code);
const pending = no('subscription/pending');
const unanswered = no('billing/unavailable', 502);
const asked = () => store.get(askedPlanAtom);

const at = (door: Purchase['door']) => ({ door, kobo: 10_000 });

/** The state found by another page of this phone, or the next one. */
async function afterReload() {
  vi.resetModules();
  const page = await import('../../../src/subscription/asked-plan.ts');
  const { store: itsStore } = await import('../../../src/session/session.ts');
  return { ...page, asked: itsStore.get(page.askedPlanAtom) };
}

beforeEach(() => {
  forgetAskedPlan();
  signIn(aUser({ id: ID, isActive: false }));
});

test('a plan keeps its key and its door until its charge has a definite end', () => {
  const first = callFor(ID, 'weekly', at('coins'));
  expect(callFor(ID, 'weekly', at('level'))).toEqual(first);
  noteRefusal(pending, 'weekly');
  expect(callFor(ID, 'weekly', at('home'))).toEqual(first);
  noteCheck(unanswered);
  expect(callFor(ID, 'weekly', at('home'))).toEqual(first);
  noteRefusal(no('subscription/refused'), 'weekly');
  expect(callFor(ID, 'weekly', at('home')).key).not.toBe(first.key);
});

test.each([
  ['another plan', ID, 'daily'],
  ['another player', 'player-2', 'weekly'],
] as const)('%s has a key of its own', (_whose, playerId, plan) => {
  const first = callFor(ID, 'weekly', at('coins'));
  expect(callFor(playerId, plan, at('coins')).key).not.toBe(first.key);
});

test('after a reload the same plan is asked for with the same key', async () => {
  const first = callFor(ID, 'weekly', at('coins'));
  const page = await afterReload();
  expect(page.callFor(ID, 'weekly', at('coins'))).toEqual(first);
});

test('a page that is closed before the answer leaves a plan without one', async () => {
  callFor(ID, 'weekly', at('coins'));
  expect(asked()?.kind).toBe('asking');
  expect((await afterReload()).asked?.kind).toBe('unanswered');
});

test('a check says nothing of a plan that is being asked for now', () => {
  callFor(ID, 'weekly', at('coins'));
  noteCheck(no('subscription/none'));
  expect(asked()?.kind).toBe('asking');
});

test('the wait counts from the asking, whatever checks say meanwhile', () => {
  const { askedAt } = anAskedPlan();
  store.set(askedPlanAtom, anAskedPlan({ askedAt }));
  noteCheck(unanswered);
  expect(asked()).toMatchObject({ kind: 'unanswered', askedAt });
  noteCheck(pending);
  expect(asked()).toMatchObject({ kind: 'pending', askedAt });
  noteCheck(no('subscription/refused'));
  expect(asked()?.kind).toBe('refused');
  expect(asked()?.askedAt).toBeGreaterThan(askedAt);
});

test.each([
  ['an unclear answer changes nothing', no('server/error', 500), 'pending'],
  ['no network changes nothing', new NetworkError(), 'pending'],
  ['a plan that nobody has is not waited for', no('subscription/none'), undefined],
  ['airtime that is not offered is forgotten', no('route/unknown', 404), undefined],
])('of a check: %s', (_what, error, kind) => {
  store.set(askedPlanAtom, anAskedPlan());
  noteCheck(error);
  expect(asked()?.kind).toBe(kind);
});

test('a call that got no answer may have been carried out; a refusal of the server was not', () => {
  callFor(ID, 'daily', at('coins'));
  noteRefusal(new NetworkError(), 'daily');
  expect(asked()).toMatchObject({ kind: 'unanswered', plan: 'daily' });
  noteRefusal(no('request/invalid', 422), 'daily');
  expect(asked()).toBeNull();
});

test('another tab’s plan is followed while somebody looks', () => {
  const leave = store.sub(askedPlanAtom, () => {});
  const newValue = JSON.stringify(anAskedPlan());
  dispatchEvent(new StorageEvent('storage', { key: ASKED_PLAN_KEY, newValue }));
  expect(asked()?.kind).toBe('pending');
  dispatchEvent(new StorageEvent('storage', { key: ASKED_PLAN_KEY, newValue: null }));
  expect(asked()).toBeNull();
  leave();
});

describe.each(CLOCKS_PUT)('a phone %i days ahead that is put %i ahead', (before, after) => {
  const isBlocked = () => {
    const plan = asked();
    return plan !== null && serverTime() < onlyCheckUntil(plan, serverTime());
  };

  test('asks for nothing but the end of a plan for 15 minutes, and not for days', () => {
    phoneAhead(before);
    replyAt();
    callFor(ID, 'weekly', at('coins'));
    noteRefusal(pending, 'weekly');
    expect(isBlocked()).toBe(true);
    phoneAhead(after);
    // The time is unknown without a line, so the plan is no longer blocked by it.
    expect(isBlocked()).toBe(false);
    replyAt();
    expect(isBlocked()).toBe(true);
    phoneAhead(after, NOON + 14 * 60_000);
    expect(isBlocked()).toBe(true);
    phoneAhead(after, NOON + 15 * 60_000);
    expect(isBlocked()).toBe(false);
  });
});

test('what was kept by an earlier version is read', async () => {
  const { call: _none, ...before } = anAskedPlan();
  localStorage.setItem(ASKED_PLAN_KEY, JSON.stringify(before));
  expect((await afterReload()).asked).toEqual({ ...before, call: null });
});
