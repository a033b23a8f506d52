import * as v from 'valibot';
import { INSTALL_KEY } from '../../config/storage-keys.ts';

const progressSchema = v.object({
  /** Rounds that were finished on this phone, whoever played. */
  rounds: v.optional(v.number(), 0),
  /** When somebody said 'Not now', by the server's clock as far as it is known, in milliseconds since 1970. */
  dismissedAt: v.optional(v.nullable(v.number()), null),
  isInstalled: v.optional(v.boolean(), false),
});

/** How far installing has come on this phone. */
export type InstallProgress = v.InferOutput<typeof progressSchema>;

/** Nobody is asked before this many finished rounds (flows.md#install). */
const FIRST_AFTER_ROUNDS = 2;

/** 'Not now' is good for 14 days. */
const AWAY_MS = 14 * 86_400_000;

/** What the phone knows of it; where it keeps nothing, nobody is ever asked. */
export function installProgress(): InstallProgress {
  try {
    return v.parse(progressSchema, JSON.parse(localStorage.getItem(INSTALL_KEY) ?? '{}'));
  } catch {
    return v.parse(progressSchema, {});
  }
}

export function noteInstall(change: Partial<InstallProgress>): void {
  try {
    localStorage.setItem(INSTALL_KEY, JSON.stringify({ ...installProgress(), ...change }));
  } catch {}
}

/** Whether the game asks by itself now (`now` by the server's clock, in milliseconds). A clock put back holds up nobody. */
export function isCardDue(progress: InstallProgress, isStandalone: boolean, now: number): boolean {
  const { rounds, dismissedAt, isInstalled } = progress;
  if (isInstalled || isStandalone || rounds < FIRST_AFTER_ROUNDS) return false;
  return dismissedAt === null || Math.abs(now - dismissedAt) >= AWAY_MS;
}
