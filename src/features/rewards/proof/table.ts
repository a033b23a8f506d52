import { ANSWER_FLASH_MS } from '../../../rules/levels.ts';
import type { Dealt, ProofVerdict } from '../api/proof.ts';

/** A proof round as this screen plays it; times in epoch milliseconds. */
export type Table = Dealt & {
  clock: { leftMs: number; from: number };
  /** What was sent and is not judged yet; its choice is `null` where the time ran out. */
  asked: { choice: string | null } | null;
  /** What was judged, and is seen until `until`. */
  shown: { choice: string | null; verdict: ProofVerdict; toldAt: number; until: number } | null;
};

/** A question on the table, by a reply that came at `at`. */
export function laid(dealt: Dealt, at: number): Table {
  const { timerMs, leftMs, startsInMs } = dealt.stand;
  return {
    ...dealt,
    clock: { leftMs: leftMs ?? timerMs, from: at + startsInMs },
    asked: null,
    shown: null,
  };
}

/** What was asked is judged. */
export function judged(table: Table, verdict: ProofVerdict, at: number): Table {
  const choice = table.asked?.choice ?? null;
  return {
    ...table,
    asked: null,
    shown: { choice, verdict, toldAt: at, until: at + ANSWER_FLASH_MS },
  };
}

/** Milliseconds left of the question at `at`. */
export function leftAt({ clock: { leftMs, from } }: Table, at: number): number {
  return Math.max(0, leftMs - Math.max(0, at - from));
}

/** Whether the table takes no answer. */
export function isClosed({ asked, shown }: Table): boolean {
  return asked !== null || shown !== null;
}
