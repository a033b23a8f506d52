import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { INSTALL_KEY } from '../../config/storage-keys.ts';
import { keptValue } from '../../lib/kept.ts';
import { DAY_MS } from '../../rules/calendar.ts';

type Way = {
  /** A pattern of the browser's name in its user agent. */
  agent: RegExp;
  steps: readonly string[];
};

const INSIDE: Way = {
  // A page that another app shows can't be installed from there.
  agent: /FBA[NV]|Instagram|TikTok|musical_ly|Twitter|Snapchat|; wv\)/,
  steps: [
    'Open the menu of this page: the three dots.',
    'Tap Open in browser.',
    'In the browser, open the menu of the game again and tap Install app.',
  ],
};

const IPHONE: Way = {
  agent: /iPhone|iPad|iPod/,
  steps: ['Tap Share: the square with the arrow.', 'Tap Add to Home Screen.', 'Tap Add.'],
};

/** By the browser's name; the first that fits. Opera Mini calls itself a page inside an app, too. */
const WAYS: readonly Way[] = [
  {
    agent: /Android.*(OPR|Opera)|Opera Mini/,
    steps: ['Open the menu of the browser.', 'Tap Add to, then Home screen.'],
  },
  INSIDE,
  IPHONE,
  {
    agent: /SamsungBrowser/,
    steps: ['Open the menu of the browser: the three lines.', 'Tap Add page to, then Home screen.'],
  },
  {
    agent: /Android.*Firefox/,
    steps: [
      'Open the menu of the browser: the three dots.',
      'Tap Add app to Home screen, or Install.',
    ],
  },
  {
    agent: /Android/,
    steps: [
      'Open the menu of the browser: the three dots.',
      'Tap Install app, or Add to Home screen.',
    ],
  },
  {
    agent: /Macintosh.* Version\/.* Safari/,
    steps: ['Open the File menu of Safari.', 'Choose Add to Dock.'],
  },
];

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** Gives the steps for a browser that does not ask by itself; `null` where no steps are known to help. */
export function browserSteps({ userAgent, maxTouchPoints }: Browser): readonly string[] | null {
  // An iPad says that it is a Macintosh, which has no touch screen.
  const isIpad = userAgent.includes('Macintosh') && maxTouchPoints > 1;
  const way = isIpad ? IPHONE : WAYS.find(({ agent }) => agent.test(userAgent));
  return way?.steps ?? null;
}

/** The browser's own offer to install; its types are not in the standard library. */
type InstallOffer = Event & {
  prompt: () => Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

declare global {
  interface Window {
    /** index.html keeps the event: it may come before this code is there. */
    installOffer?: InstallOffer | null;
  }
  interface WindowEventMap {
    beforeinstallprompt: InstallOffer;
  }
}

/** Gives the browser's present offer to install, and the way to take it, which works once. */
export function useInstallOffer(): [offer: InstallOffer | null, take: () => void] {
  const [offer, setOffer] = useState(() => window.installOffer ?? null);
  useEffect(() => {
    addEventListener('beforeinstallprompt', setOffer);
    return () => removeEventListener('beforeinstallprompt', setOffer);
  }, []);
  function take() {
    window.installOffer = null;
    setOffer(null);
  }
  return [offer, take];
}

/** Has the browser ask; gives whether the player said yes, `null` where it would not ask. */
export async function askBy(offer: InstallOffer): Promise<boolean | null> {
  try {
    await offer.prompt();
    return (await offer.userChoice).outcome === 'accepted';
  } catch {
    return null;
  }
}

const progressSchema = v.object({
  /** Rounds that were finished on this phone, by any player. */
  rounds: v.optional(v.number(), 0),
  /** When somebody said 'Not now', by the server's clock as far as it is known, in milliseconds since 1970. */
  dismissedAt: v.optional(v.nullable(v.number()), null),
  isInstalled: v.optional(v.boolean(), false),
});

/** How far installing has come on this phone. */
export type InstallProgress = v.InferOutput<typeof progressSchema>;

/** Nobody is asked before this many finished rounds (offline.md#install). */
const FIRST_AFTER_ROUNDS = 2;

/** 'Not now' is good for 14 days. */
const AWAY_MS = 14 * DAY_MS;

const kept = keptValue('localStorage', INSTALL_KEY, progressSchema);

/** Reads how far installing has come on this phone. */
export function installProgress(): InstallProgress {
  return kept.get() ?? v.parse(progressSchema, {});
}

/** Notes it. Nobody is ever asked where the phone keeps nothing: the page forgets it as well. */
export function noteInstall(change: Partial<InstallProgress>): void {
  if (!kept.set({ ...installProgress(), ...change })) kept.forget();
}

/** Whether the game asks by itself now (`now` by the server's clock, in milliseconds). A clock put back holds up nobody. */
export function isCardDue(progress: InstallProgress, isStandalone: boolean, now: number): boolean {
  const { rounds, dismissedAt, isInstalled } = progress;
  if (isInstalled || isStandalone || rounds < FIRST_AFTER_ROUNDS) return false;
  return dismissedAt === null || Math.abs(now - dismissedAt) >= AWAY_MS;
}

/** Whether this window is the installed app's. */
export function isStandalone(): boolean {
  // iPhones' Safari had this before it knew the query.
  const { standalone } = navigator as { standalone?: boolean };
  return standalone === true || globalThis.matchMedia?.('(display-mode: standalone)').matches;
}

/**
 * Asks the phone not to clear the game's storage when it runs full: results may wait there. Never
 * throws, and a refusal needs no words.
 */
export async function keepStorage(): Promise<void> {
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {}
}
