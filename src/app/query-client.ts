import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { toastError } from '../components/toast.ts';
import { backoffMs } from '../lib/backoff.ts';
import { isApiError, isNetworkError, isOfferOld, isPassing, isUnanswered } from '../lib/errors.ts';
import { offerQuery } from '../offer/prizes-offer.tsx';
import { MINUTE_MS } from '../rules/calendar.ts';

/** Cache time in milliseconds, and how often a read is tried again (errors.md#retries). */
const CACHE_MS = 5 * MINUTE_MS;
const RETRIES = 3;

/** A read is not tried again if the server asks for a longer wait than this, in milliseconds. */
const LONGEST_ASKED_WAIT_MS = 10_000;

/** A screen that comes back within this time shows what it has, in milliseconds. */
const FRESH_MS = 30_000;

declare module '@tanstack/react-query' {
  interface Register {
    /** The words for a call that failed with nothing saved to show instead. */
    queryMeta: { failure?: string };
  }
}

/**
 * Whether it is unknown if a change was made: its key, one for all its tries, lets it be sent again
 * (errors.md#retries). A phone that knows it has no network shows so at once instead.
 */
function isSentAgain(error: unknown): boolean {
  return isUnanswered(error) && (navigator.onLine || !isNetworkError(error));
}

/** The wait that a server asked for, in milliseconds. */
const askedWaitMs = (error: unknown) => (isApiError(error) ? (error.retryAfterMs ?? 0) : 0);

const isReadAgain = (error: unknown) =>
  isPassing(error) && askedWaitMs(error) <= LONGEST_ASKED_WAIT_MS;

/** The app's one query client: the only layer that tries a call again, but for the outbox. */
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
  mutationCache: new MutationCache({
    onError: (error) => {
      if (!isOfferOld(error)) return;
      void queryClient.invalidateQueries({ queryKey: offerQuery.queryKey });
    },
  }),
  defaultOptions: {
    queries: {
      gcTime: CACHE_MS,
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < RETRIES && isReadAgain(error),
      retryDelay: (failures, error) => Math.max(backoffMs(failures), askedWaitMs(error)),
    },
    mutations: {
      gcTime: 0,
      networkMode: 'always',
      retry: (failures, error) => failures < RETRIES && isSentAgain(error),
      retryDelay: backoffMs,
    },
  },
});
