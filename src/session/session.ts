// This file is in the first load: a phone on 2G waits for every byte of it (npm run budget).
import { atom, createStore, useAtomValue } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { type Brand, brandOf } from '../config/brands.ts';
import { env } from '../config/env.ts';
import { DRAFTS_KEY, PASS_KEY, SESSION_KEY } from '../config/storage-keys.ts';
import { type User, userSchema } from '../contract/user.ts';
import { keptValue, storedText } from '../lib/kept.ts';
import { visitNetwork } from '../lib/visit-network.ts';
import { HOUSE } from '../rules/networks.ts';

/** A visitor: a user with nothing but an empty name (account.md#kept-session). */
type Visitor = { name: string };

/** The browser's record of its player (account.md#kept-session). */
export type Session = {
  dark: boolean;
  /** While this is false, the system's preference counts in place of `dark`. */
  isDarkChosen: boolean;
  user: User | Visitor;
  token: string;
  isLoggedIn: boolean;
  network: string;
};

export const DEFAULT_SESSION: Session = {
  dark: false,
  isDarkChosen: false,
  user: { name: '' },
  token: '',
  isLoggedIn: false,
  network: HOUSE.id,
};

const savedSchema = v.object({
  dark: v.fallback(v.boolean(), DEFAULT_SESSION.dark),
  isDarkChosen: v.fallback(v.boolean(), DEFAULT_SESSION.isDarkChosen),
  user: v.fallback(v.union([userSchema, v.object({ name: v.string() })]), DEFAULT_SESSION.user),
  token: v.fallback(v.string(), DEFAULT_SESSION.token),
  isLoggedIn: v.fallback(v.boolean(), DEFAULT_SESSION.isLoggedIn),
  network: v.fallback(v.string(), DEFAULT_SESSION.network),
});

const kept = keptValue<Session>('localStorage', SESSION_KEY, savedSchema);

/** The one jotai store, so that calls made outside of components read the same session. */
export const store = createStore();

/**
 * Whether the phone has refused to keep the session. If it has, the player is signed out when the page
 * closes.
 */
export const storageRefusedAtom = atom(false);

/** Whether the session was ended in this page. Calls that still run must not store it again. */
let hasEnded = false;

const sessionStore = {
  getItem(): Session {
    if (storedText('localStorage', SESSION_KEY) === null) kept.set(DEFAULT_SESSION);
    return kept.get() ?? DEFAULT_SESSION;
  },
  setItem(_key: string, session: Session): void {
    if (!hasEnded && !kept.set(session)) store.set(storageRefusedAtom, true);
  },
  removeItem: kept.forget,
  subscribe(_key: string, onChange: (session: Session) => void): () => void {
    const stop = kept.subscribe((session) => onChange(session ?? DEFAULT_SESSION));
    // Back may restore the page from the browser's cache, so changes made by other pages have to be read.
    const refresh = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      hasEnded = false;
      onChange(kept.get() ?? DEFAULT_SESSION);
    };
    addEventListener('pageshow', refresh);
    return () => {
      stop();
      removeEventListener('pageshow', refresh);
    };
  },
};

/** The session: loaded at once, saved on each update, shared between tabs. */
export const sessionAtom = atomWithStorage<Session>(SESSION_KEY, DEFAULT_SESSION, sessionStore, {
  getOnInit: true,
});

const ofPlayer = [DRAFTS_KEY, PASS_KEY].map((key) =>
  keptValue('sessionStorage', key, v.object({ playerId: v.string() })),
);

/** Forgets what this tab keeps of any player who is not signed in now, even if the tab slept meanwhile. */
function forgetOthers(): void {
  const playerId = playerOf(currentSession())?.id;
  for (const { get, forget } of ofPlayer) {
    const own = get();
    if (own && own.playerId !== playerId) forget();
  }
}

forgetOthers();
store.sub(sessionAtom, forgetOthers);

export function currentSession(): Session {
  return store.get(sessionAtom);
}

/** Merges a change into the session and saves it (account.md#kept-session). */
export function updateSession(change: Partial<Session>): void {
  store.set(sessionAtom, (session) => ({ ...session, ...change }));
}

/** Ends the session for good: neither a late reply nor Back brings it back (account.md#logout). */
export function endSession(): void {
  hasEnded = true;
  kept.forget();
}

export function isSignedInAs(playerId: string): boolean {
  return !hasEnded && playerOf(currentSession())?.id === playerId;
}

/** Keeps the theme that the player chose. From now on it overrides the system's preference. */
export function chooseTheme(dark: boolean): void {
  updateSession({ dark, isDarkChosen: true });
}

/** Signs a player in. Without a new token, the present token stays. */
export function keepPlayer(user: User, token: string | null | undefined): void {
  const session = currentSession();
  updateSession({
    user,
    token: token || session.token,
    isLoggedIn: true,
    network: user.network ?? session.network,
    // A choice made on this phone stays, whatever an API reports later.
    ...(user.dark !== null && !session.isDarkChosen && { dark: user.dark, isDarkChosen: true }),
  });
}

/**
 * Takes over a reply's user and token, if that user is still signed in. On a shared phone the reply may come
 * after somebody else has signed in.
 */
export function refreshPlayer(user: User, token: string | null | undefined): void {
  if (isSignedInAs(user.id)) keepPlayer(user, token);
}

export function playerOf(session: Session): User | null {
  return session.token !== '' && 'id' in session.user ? session.user : null;
}

/**
 * The network in the app's first address. It is read at the start, because later addresses no longer carry
 * the query.
 */
const VISIT_NETWORK = visitNetwork();

/** The operator's looks and content for the player (pages.md#networks-and-brands). */
export function useBrand(): Brand {
  const { network } = useAtomValue(sessionAtom);
  return brandOf(network, VISIT_NETWORK, env.network);
}

/**
 * The system's preference for dark screens. It is `undefined` in a browser without media queries, such as the
 * tests' browser.
 */
const systemDark = () => globalThis.matchMedia?.('(prefers-color-scheme: dark)');

function followSystem(onChange: () => void): () => void {
  const query = systemDark();
  query?.addEventListener('change', onChange);
  return () => query?.removeEventListener('change', onChange);
}

/** Whether the screen is dark: by the player's choice, or by the system's preference until they choose. */
export function useIsDark(): boolean {
  const { dark, isDarkChosen } = useAtomValue(sessionAtom);
  const isSystemDark = useSyncExternalStore(followSystem, () => systemDark()?.matches ?? false);
  return isDarkChosen ? dark : isSystemDark;
}

export function usePlayer(): User | null {
  return playerOf(useAtomValue(sessionAtom));
}

/** The signed-in player, for screens that the route guards show to players only. */
export function useSignedInPlayer(): User {
  const player = usePlayer();
  if (!player) throw new Error('This screen is for signed-in players.');
  return player;
}
