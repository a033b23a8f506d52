import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { toastError } from '../components/toast.ts';
import { backoffMs } from '../lib/backoff.ts';
import { isApiError, isPassing } from '../lib/errors.ts';

/** Accounts §9: cache time in milliseconds, and how often a read is tried again. */
const CACHE_MS = 5 * 60_000;
const RETRIES = 3;

/** A screen that comes back within this time shows what it has, in milliseconds. */
const FRESH_MS = 30_000;

declare module '@tanstack/react-query' {
  interface Register {
    /** What to say when the call fails and nothing saved can be shown instead. */
    queryMeta: { failure?: string };
  }
}

/** The app's one query client: the only layer that tries a read again. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      const { failure } = query.meta ?? {};
      // Signed out: the guard says so. Something to show: the strip says how old it is.
      const isSignedOut = isApiError(error) && error.status === 401;
      if (failure && !isSignedOut && query.state.data === undefined) {
        toastError(failure, { id: query.queryHash });
      }
    },
  }),
  mutationCache: new MutationCache(),
  defaultOptions: {
    queries: {
      gcTime: CACHE_MS,
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < RETRIES && isPassing(error),
      retryDelay: backoffMs,
    },
    // What changes something carries one key for all its tries; each feature says if it is tried
    // again at all.
    mutations: { gcTime: 0, retry: false, networkMode: 'always' },
  },
});
