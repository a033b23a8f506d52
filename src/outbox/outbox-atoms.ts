import { atom } from 'jotai';
import type { MessageEntry, ProfileEntry, ResultEntry } from './entries.ts';
import type { SendOutcome } from './outcome.ts';

/** The results in the outbox, oldest first. */
export const resultsAtom = atom<readonly ResultEntry[]>([]);

/** The messages in the outbox, oldest first. */
export const messagesAtom = atom<readonly MessageEntry[]>([]);

/** The changes of a profile in the outbox that their player is told of, oldest first. */
export const profileChangesAtom = atom<readonly ProfileEntry[]>([]);

/** How the sendings of this visit ended, by the entry's key. */
export const outcomesAtom = atom<Readonly<Record<string, SendOutcome>>>({});
