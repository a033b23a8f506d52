import { atom } from 'jotai';
import * as v from 'valibot';
import { STANDING_KEY } from '../config/storage-keys.ts';
import { isApiError, isStillCharging } from '../lib/errors.ts';
import { PLANS, type Plan } from '../rules/money.ts';
import { currentSession, playerOf, store } from './session.ts';

const standingSchema = v.object({
  playerId: v.string(),
  kind: v.picklist(['refused', 'pending', 'unanswered']),
  plan: v.picklist(PLANS),
  /** Epoch milliseconds of the first time that this was said. */
  askedAt: v.number(),
});

/** Why a plan that was asked for does not run (flows.md#subscription-that-does-not-run). */
export type Standing = v.InferOutput<typeof standingSchema>;

/** What each of them is called. */
export const STANDING_TITLES = {
  refused: 'Not enough airtime',
  pending: 'Waiting for your network',
  unanswered: 'Your network did not answer',
} as const satisfies Record<Standing['kind'], string>;

export const standingAtom = atom<Standing | null>(readStanding());

/**
 * Takes note of how asking for a plan ended, `null` for whichever was asked for before; what says
 * nothing of it changes nothing.
 */
export function noteStanding(error: unknown, asked: Plan | null): void {
  if (isApiError(error, 'subscription/none')) clearStanding();
  const playerId = playerOf(currentSession())?.id;
  const kind = kindOf(error);
  if (!playerId || !kind) return;
  const kept = store.get(standingAtom);
  const before = kept?.playerId === playerId ? kept : null;
  const plan = asked ?? before?.plan ?? 'weekly';
  const isSame = before?.kind === kind && before.plan === plan;
  keep(isSame ? before : { playerId, kind, plan, askedAt: Date.now() });
}

/** The plan runs, or nobody waits for it any more. */
export function clearStanding(): void {
  keep(null);
}

function kindOf(error: unknown): Standing['kind'] | null {
  if (isApiError(error, 'subscription/refused')) return 'refused';
  if (isStillCharging(error)) return 'pending';
  return isApiError(error, 'billing/unavailable') ? 'unanswered' : null;
}

function keep(standing: Standing | null): void {
  store.set(standingAtom, standing);
  try {
    if (standing) localStorage.setItem(STANDING_KEY, JSON.stringify(standing));
    else localStorage.removeItem(STANDING_KEY);
  } catch {
    // A phone that keeps nothing tells it until the app is closed.
  }
}

function readStanding(): Standing | null {
  try {
    const read = v.safeParse(standingSchema, JSON.parse(localStorage.getItem(STANDING_KEY) ?? ''));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}
