import { atom } from 'jotai';
import type { MessageEntry, ResultEntry } from './entries.ts';
import type { SendOutcome } from './outcome.ts';

/** The results in the outbox, oldest first. */
export const resultsAtom = atom<readonly ResultEntry[]>([]);

/** The messages in the outbox, oldest first. */
export const messagesAtom = atom<readonly MessageEntry[]>([]);

/** How the sendings of this visit ended, by the entry's key. */
export const outcomesAtom = atom<Readonly<Record<string, SendOutcome>>>({});
