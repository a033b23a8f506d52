import { useEffect, useState } from 'react';

/** The browser's own offer to install; its types are not in the standard library. */
export type InstallOffer = Event & {
  prompt: () => Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

declare global {
  interface Window {
    /** Kept by index.html: it may come before any of this is there. */
    installOffer?: InstallOffer | null;
  }
  interface WindowEventMap {
    beforeinstallprompt: InstallOffer;
  }
}

/** What the browser offers now, and the way to take it, which can be done once. */
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
