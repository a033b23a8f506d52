import { atom } from 'jotai';
import type { Delivery } from './deliver.ts';
import type { OutboxEntry } from './outbox-storage.ts';

/** What is in the outbox, oldest first. */
export const outboxAtom = atom<readonly OutboxEntry[]>([]);

/** How deliveries of this visit ended, by the entry's key. */
export const deliveriesAtom = atom<Readonly<Record<string, Delivery>>>({});
