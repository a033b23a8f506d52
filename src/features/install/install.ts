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
  // A page that another app shows inside itself can't be installed from there.
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

/** The first way that fits counts: Opera's, because Opera Mini also calls itself a page inside an app. */
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

/** Gives the steps for a browser that cannot be made to ask; `null` if no steps are known for it. */
export function browserSteps({ userAgent, maxTouchPoints }: Browser): readonly string[] | null {
  // An iPad calls itself a Macintosh. Only an iPad has a touch screen.
  const isIpad = userAgent.includes('Macintosh') && maxTouchPoints > 1;
  const way = isIpad ? IPHONE : WAYS.find(({ agent }) => agent.test(userAgent));
  return way?.steps ?? null;
}

/** The browser's `beforeinstallprompt` event, which TypeScript's library has no type for. */
type InstallOffer = Event & {
  prompt: () => Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

declare global {
  interface Window {
    /** Set by index.html, because the event may come before this code has loaded. */
    installOffer?: InstallOffer | null;
  }
  interface WindowEventMap {
    beforeinstallprompt: InstallOffer;
  }
}

/** Gives the browser's current offer to install, and a function that uses it up: an offer works once. */
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

/** Makes the browser ask. Gives whether the player said yes; `null` if the browser would not ask. */
export async function askBy(offer: InstallOffer): Promise<boolean | null> {
  try {
    await offer.prompt();
    return (await offer.userChoice).outcome === 'accepted';
  } catch {
    return null;
  }
}

const progressSchema = v.object({
  /** The number of rounds that were finished on this phone, by any player. */
  rounds: v.optional(v.number(), 0),
  /** When somebody last tapped 'Not now', in epoch milliseconds by the server's clock if that is known. */
  dismissedAt: v.optional(v.nullable(v.number()), null),
  isInstalled: v.optional(v.boolean(), false),
});

/** How far installing has come on this phone. */
export type InstallProgress = v.InferOutput<typeof progressSchema>;

/** The game asks only after this many finished rounds (offline.md#install). */
const FIRST_AFTER_ROUNDS = 2;

/** How long the game does not ask after 'Not now', in milliseconds. */
const AWAY_MS = 14 * DAY_MS;

const kept = keptValue('localStorage', INSTALL_KEY, progressSchema);

/** Reads how far installing has come on this phone. */
export function installProgress(): InstallProgress {
  return kept.get() ?? v.parse(progressSchema, {});
}

/** Stores a change. If the phone cannot, all progress is forgotten, so that the game never asks. */
export function noteInstall(change: Partial<InstallProgress>): void {
  if (!kept.set({ ...installProgress(), ...change })) kept.forget();
}

/** Whether the game asks now (`now` in epoch ms). A clock that was put back does not lengthen the pause. */
export function isCardDue(progress: InstallProgress, isStandalone: boolean, now: number): boolean {
  const { rounds, dismissedAt, isInstalled } = progress;
  if (isInstalled || isStandalone || rounds < FIRST_AFTER_ROUNDS) return false;
  return dismissedAt === null || Math.abs(now - dismissedAt) >= AWAY_MS;
}

/** Whether this window is the installed app's. */
export function isStandalone(): boolean {
  // Safari on iPhones had this property before it supported the media query.
  const { standalone } = navigator as { standalone?: boolean };
  return standalone === true || globalThis.matchMedia?.('(display-mode: standalone)').matches;
}

/**
 * Asks the phone not to clear the game's storage when the disk is full, because results may wait there. Never
 * throws; a refusal is ignored.
 */
export async function keepStorage(): Promise<void> {
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {}
}
