import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router-dom';
import { openCopies } from '../offline/query-persister.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageFailed } from './page-failed.tsx';
import { PurchaseGate } from './purchase-gate.tsx';
import { queryClient } from './query-client.ts';

/** A phone that never tells what it has saved is not waited for longer, in milliseconds. */
const PATIENCE_MS = 300;

let opening: Promise<unknown> | undefined;

/** What stands around every page of a player, once the saved copies are in memory. */
export async function openSignedIn() {
  opening ??= Promise.race([
    openCopies(queryClient),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ]);
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
