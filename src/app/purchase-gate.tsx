import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useLoaded } from '../components/use-loaded.ts';
import { WaitSheet } from '../components/wait-sheet.tsx';
import { hasPending } from '../features/payments/has-pending.ts';
import { purchaseAtom } from '../session/purchase.ts';
import { store } from '../session/session.ts';

const loadHost = () =>
  import('../features/payments/purchase-host.tsx').then((part) => part.PurchaseHost);

const endPurchase = () => store.set(purchaseAtom, null);

/** The purchase over whatever is on the screen; its code comes when there is one. */
export function PurchaseGate() {
  const purchase = useAtomValue(purchaseAtom);
  const { pathname } = useLocation();
  const [isReturning, setReturning] = useState(hasPending);
  // Nothing comes between a player and a question whose time runs.
  const isWanted = purchase !== null || (isReturning && !pathname.startsWith('/quiz'));
  const Host = useLoaded(isWanted ? loadHost : null);
  // Whoever signs in next begins with nothing.
  useEffect(() => endPurchase, []);
  const close = () => {
    setReturning(false);
    endPurchase();
  };
  if (Host) return <Host purchase={purchase} onClose={close} />;
  if (!purchase) return null;
  const title = purchase.what === 'plan' ? 'Start Subscription' : 'Buy Coins';
  return <WaitSheet title={title} onClose={close} />;
}
