import { atom } from 'jotai';
import type { Delivery } from './outcome.ts';
import type { MessageEntry, ResultEntry } from './store.ts';

/** The results in the outbox, oldest first. */
export const outboxAtom = atom<readonly ResultEntry[]>([]);

/** The messages in the outbox, oldest first. */
export const messagesAtom = atom<readonly MessageEntry[]>([]);

/** How deliveries of this visit ended, by the entry's key. */
export const deliveriesAtom = atom<Readonly<Record<string, Delivery>>>({});
