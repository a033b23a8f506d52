import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { dropOldCopies } from '../offline/query-persister.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageFailed } from './page-failed.tsx';
import { PurchaseGate } from './purchase-gate.tsx';
import { queryClient } from './query-client.ts';

export function SignedIn() {
  useEffect(() => void dropOldCopies(), []);
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
