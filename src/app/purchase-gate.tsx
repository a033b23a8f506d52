import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useLoaded } from '../components/use-loaded.ts';
import { WaitSheet } from '../components/wait-sheet.tsx';
import { paths } from '../config/paths.ts';
import { hasPending } from '../features/payments/has-pending.ts';
import { announce } from '../lib/popup-order.ts';
import { store } from '../session/session.ts';
import { PURCHASE_TITLES, purchaseAtom } from '../subscription/purchase.ts';

const loadHost = () =>
  import('../features/payments/purchase-host.tsx').then((part) => part.PurchaseHost);

/** Whether a question may be on the table: nothing comes between it and its player. */
function isGame(pathname: string): boolean {
  const isRun = pathname.startsWith(`${paths.rush}/`) && pathname !== paths.rushBoard;
  return isRun || pathname === paths.proof || pathname.startsWith(paths.quizByState);
}

const endPurchase = () => store.set(purchaseAtom, null);

/** The purchase over whatever is on the screen; its code comes when there is one. */
export function PurchaseGate() {
  const purchase = useAtomValue(purchaseAtom);
  const { pathname } = useLocation();
  const [isReturning, setReturning] = useState(hasPending);
  const isWanted = purchase !== null || (isReturning && !isGame(pathname));
  const Host = useLoaded(isWanted ? loadHost : null);
  const isOnItsWay = isWanted && !Host;
  useEffect(() => (isOnItsWay ? announce('payment') : undefined), [isOnItsWay]);
  // Whoever signs in next begins with nothing.
  useEffect(() => endPurchase, []);
  const close = () => {
    setReturning(false);
    endPurchase();
  };
  if (Host) return <Host purchase={purchase} onClose={close} />;
  if (!purchase) return null;
  return <WaitSheet title={PURCHASE_TITLES[purchase.what]} onClose={close} />;
}
