import { atom, useAtomValue } from 'jotai';
import { useEffect, useReducer } from 'react';
import * as v from 'valibot';
import { ASKED_PLAN_KEY } from '../config/storage-keys.ts';
import { isApiError, isNetworkError, isStillCharging, isUndecided } from '../lib/errors.ts';
import { keptValue } from '../lib/kept.ts';
import { newKey } from '../lib/new-key.ts';
import { CLOCK_SLACK_MS, onTimeLearned, serverTime } from '../lib/server-clock.ts';
import { MINUTE_MS } from '../rules/calendar.ts';
import { PLANS, type Plan, type Way } from '../rules/money.ts';
import { currentSession, playerOf, store, useSignedInPlayer } from '../session/session.ts';

/** The places where a player can begin a purchase. */
const PURCHASE_DOORS = ['billing', 'coins', 'level', 'home', 'rush'] as const;

/**
 * The player's purchase before they pay, and the place where they began: `door` goes into their
 * consent.
 */
export type Purchase = {
  what: 'plan' | 'coins' | 'ticket';
  plan?: Plan;
  /** The way to pay that is selected at first. */
  way?: Way;
  door: (typeof PURCHASE_DOORS)[number];
};

/** The title of each purchase's first dialog. */
export const PURCHASE_TITLES = {
  plan: 'Start Subscription',
  coins: 'Buy Coins',
  ticket: 'Millionaire Rush ticket',
} as const satisfies Record<Purchase['what'], string>;

/** The purchase that is open; `null` when none is. */
export const purchaseAtom = atom<Purchase | null>(null);

/** Opens the purchase over any screen. */
export function startPurchase(purchase: Purchase): void {
  store.set(purchaseAtom, purchase);
}

/** How long the app only asks for the outcome of a charge and starts no other, in milliseconds. */
const ONLY_CHECK_MS = 15 * MINUTE_MS;

const schema = v.object({
  playerId: v.string(),
  /** `asking` until the first answer comes. The player sees nothing of it until then. */
  kind: v.picklist(['asking', 'refused', 'pending', 'unanswered']),
  plan: v.picklist(PLANS),
  /** Epoch milliseconds of the server's clock, as far as it is known. */
  askedAt: v.number(),
  /**
   * The call that asks for the plan, if this phone made it. The player agreed at `door` to the price `kobo`.
   */
  call: v.optional(
    v.nullable(v.object({ key: v.string(), door: v.picklist(PURCHASE_DOORS), kobo: v.number() })),
    null,
  ),
});

/** A plan that was asked for from airtime and does not run (subscription.md#subscription-that-does-not-run). */
export type AskedPlan = v.InferOutput<typeof schema>;

type AskingCall = NonNullable<AskedPlan['call']>;

/** The states that the player is shown. */
export type AskedPlanKind = Exclude<AskedPlan['kind'], 'asking'>;

/** The title of each state. */
export const ASKED_PLAN_TITLES = {
  refused: 'Not enough airtime',
  pending: 'Waiting for your network',
  unanswered: 'Your network did not answer',
} as const satisfies Record<AskedPlanKind, string>;

const stored = keptValue('localStorage', ASKED_PLAN_KEY, schema);

/** The plan that was asked for and does not run yet; `null` if there is none. */
export const askedPlanAtom = atom<AskedPlan | null>(readAtStart());

askedPlanAtom.onMount = stored.subscribe;

/** Whether a charge has begun whose outcome nobody knows. */
export function isUnderWay(asked: Pick<AskedPlan, 'kind'>): boolean {
  return asked.kind === 'pending' || asked.kind === 'unanswered';
}

/**
 * Gives the instant until which the app only asks for the charge's outcome, because another way to pay could
 * charge a second time. All times are of the server's clock. Gives 0 if no charge is under way, or if the
 * plan was asked for by a clock that was ahead of `now`.
 */
export function onlyCheckUntil(asked: Pick<AskedPlan, 'kind' | 'askedAt'>, now: number): number {
  const isAhead = asked.askedAt > now + CLOCK_SLACK_MS;
  return isUnderWay(asked) && !isAhead ? asked.askedAt + ONLY_CHECK_MS : 0;
}

/**
 * Gives the call that asks for a plan, and stores it before it is sent. It keeps one key until the charge has
 * a definite end, so that a repeat after a reload is the same charge (subscription.md#subscribe-call).
 */
export function callFor(playerId: string, plan: Plan, said: Omit<AskingCall, 'key'>) {
  const kept = keptOf(playerId);
  const goesOn = kept?.plan === plan && kept.kind !== 'refused' ? kept : null;
  const call = goesOn?.call ?? { key: newKey(), ...said };
  const fresh = { playerId, plan, kind: 'asking', askedAt: serverTime() } as const;
  keep({ ...(goesOn ?? fresh), call });
  return { plan, ...call };
}

/** Notes why a call that asked for a plan did not bring it. */
export function noteRefusal(error: unknown, plan: Plan): void {
  // A phone that knows that it has no network has not sent the call.
  if (isNetworkError(error) && !navigator.onLine) return;
  if (isApiError(error, 'subscription/running')) note('pending', otherThan(plan));
  else if (isStillCharging(error)) note('pending', plan);
  else if (isApiError(error, 'subscription/refused')) note('refused', plan);
  else if (isUndecided(error)) note('unanswered', plan);
  else forgetAskedPlan();
}

/** Notes the answer of a check for whichever plan was asked for; an unclear answer changes nothing. */
export function noteCheck(error: unknown): void {
  const playerId = playerOf(currentSession())?.id;
  const kept = playerId ? keptOf(playerId) : null;
  // A call that is still running settles its plan by its own answer.
  if (kept?.kind === 'asking') return;
  const plan = kept?.plan ?? 'weekly';
  if (isApiError(error, 'subscription/none') || isApiError(error, 'route/unknown'))
    forgetAskedPlan();
  else if (isApiError(error, 'subscription/refused')) note('refused', plan);
  else if (isStillCharging(error)) note('pending', plan);
  else if (isApiError(error, 'billing/unavailable')) note('unanswered', plan);
}

/** Forgets the plan that was asked for, because it runs or is no longer waited for. */
export function forgetAskedPlan(): void {
  keep(null);
}

function note(kind: AskedPlanKind, plan: Plan): void {
  const playerId = playerOf(currentSession())?.id;
  if (!playerId) return;
  const kept = keptOf(playerId);
  const before = kept?.plan === plan ? kept : null;
  // A charge that is still under way keeps its first time. After a refusal, the new charge has a time of its
  // own.
  const goesOn = before?.kind === kind || (kind !== 'refused' && before?.kind !== 'refused');
  const askedAt = (goesOn && before?.askedAt) || serverTime();
  const call = kind === 'refused' ? null : (before?.call ?? null);
  keep({ playerId, plan, kind, askedAt, call });
}

function keptOf(playerId: string): AskedPlan | null {
  const kept = store.get(askedPlanAtom);
  return kept?.playerId === playerId ? kept : null;
}

function otherThan(plan: Plan): Plan {
  return plan === 'daily' ? 'weekly' : 'daily';
}

function keep(asked: AskedPlan | null): void {
  store.set(askedPlanAtom, asked);
  stored.set(asked);
}

function readAtStart(): AskedPlan | null {
  const asked = stored.get();
  // The page that made the call was closed, so the answer is lost.
  return asked?.kind === 'asking' ? { ...asked, kind: 'unanswered' } : asked;
}

export type ToldPlan = AskedPlan & { kind: AskedPlanKind };

/** The plan that the player asked for from airtime and does not have, once its state is known. */
export function useAskedPlan(): ToldPlan | null {
  const { id, isActive } = useSignedInPlayer();
  const asked = useAtomValue(askedPlanAtom);
  return !isActive && asked?.playerId === id && isTold(asked) ? asked : null;
}

/**
 * Whether the app may only ask for the charge's outcome now. On a page that stays open the value turns false
 * by itself.
 */
export function useIsOnlyCheck(asked: AskedPlan | null): boolean {
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  const now = serverTime();
  const until = asked ? onlyCheckUntil(asked, now) : 0;
  const isOnlyCheck = now < until;
  useEffect(() => onTimeLearned(look), []);
  useEffect(() => {
    if (!isOnlyCheck) return;
    const timer = setTimeout(look, until - serverTime());
    return () => clearTimeout(timer);
  }, [isOnlyCheck, until]);
  return isOnlyCheck;
}

function isTold(asked: AskedPlan): asked is ToldPlan {
  return asked.kind !== 'asking';
}
