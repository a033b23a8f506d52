import { QueryClientProvider } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useLoaded } from '../components/screens.tsx';
import { WaitSheet } from '../components/wait-sheet.tsx';
import { paths } from '../config/paths.ts';
import { hasPending } from '../features/payments/has-pending.ts';
import { announce } from '../lib/popup-order.ts';
import { within } from '../lib/within.ts';
import { openCopies } from '../offline/query-persister.ts';
import { store } from '../session/session.ts';
import { PURCHASE_TITLES, purchaseAtom } from '../subscription/asked-plan.ts';
import { ErrorBoundary, PageFailed } from './failed.tsx';
import { queryClient } from './query-client.ts';

/**
 * How long the start waits for the saved copies, in milliseconds, since a broken phone may never give
 * them.
 */
const PATIENCE_MS = 300;

let opening: Promise<unknown> | undefined;

/** Gives the frame of every player's page, once the saved copies are in memory. */
export async function openSignedIn() {
  opening ??= within(PATIENCE_MS, openCopies(queryClient), undefined);
  await opening;
  return SignedIn;
}

function SignedIn() {
  return (
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary fallback={<PageFailed />}>
        <Outlet />
      </ErrorBoundary>
      <ErrorBoundary>
        <PurchaseGate />
      </ErrorBoundary>
    </QueryClientProvider>
  );
}

const loadHost = () =>
  import('../features/payments/purchase-host.tsx').then((part) => part.PurchaseHost);

/** Whether a question may be shown on this page. Nothing may come between a question and its player. */
function isGame(pathname: string): boolean {
  const isRun = pathname.startsWith(`${paths.rush}/`) && pathname !== paths.rushBoard;
  return isRun || pathname === paths.proof || pathname.startsWith(paths.quizByState);
}

const endPurchase = () => store.set(purchaseAtom, null);

/** Shows the purchase over any screen. Its code is loaded when a purchase begins. */
export function PurchaseGate() {
  const purchase = useAtomValue(purchaseAtom);
  const { pathname } = useLocation();
  const [isReturning, setReturning] = useState(hasPending);
  const isWanted = purchase !== null || (isReturning && !isGame(pathname));
  const Host = useLoaded(isWanted ? loadHost : null);
  const isOnItsWay = isWanted && !Host;
  useEffect(() => (isOnItsWay ? announce('payment') : undefined), [isOnItsWay]);
  // The next player to sign in must not see this player's purchase.
  useEffect(() => endPurchase, []);
  const close = () => {
    setReturning(false);
    endPurchase();
  };
  if (Host) return <Host purchase={purchase} onClose={close} />;
  if (!purchase) return null;
  return <WaitSheet title={PURCHASE_TITLES[purchase.what]} onClose={close} />;
}
