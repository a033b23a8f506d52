import * as v from 'valibot';
import { lastStepKey } from '../config/storage-keys.ts';
import type { RoundState } from '../rules/round.ts';

const lastStepSchema = v.object({
  rows: v.array(
    v.object({
      questionId: v.string(),
      choice: v.nullable(v.string()),
      ms: v.number(),
      end: v.picklist(['answered', 'skipped', 'timeout']),
    }),
  ),
  shownAt: v.number(),
  steppedAt: v.number(),
  left: v.boolean(),
});

type LastStep = v.InferOutput<typeof lastStepSchema>;

/**
 * Notes a round's newest step in local storage, which keeps it at once (IndexedDB may answer after
 * the answer's colour is due). Gives whether it did; else no note stands, which would be an old
 * one.
 */
export function noteStep(
  roundKey: string,
  { rows, shownAt, steppedAt, left }: RoundState,
): boolean {
  try {
    const step = JSON.stringify({ rows, shownAt, steppedAt, left });
    localStorage.setItem(lastStepKey(roundKey), step);
    return true;
  } catch {
    forgetStep(roundKey);
    return false;
  }
}

/** The newest step of a round; `null` for none and for what cannot be read. */
export function readStep(roundKey: string): LastStep | null {
  try {
    const text = localStorage.getItem(lastStepKey(roundKey));
    const step = v.safeParse(lastStepSchema, JSON.parse(text ?? 'null'));
    return step.success ? step.output : null;
  } catch {
    return null;
  }
}

/** Forgets the note: the round is over, or an older step than the stored one would stand. */
export function forgetStep(roundKey: string): void {
  try {
    localStorage.removeItem(lastStepKey(roundKey));
  } catch {}
}
