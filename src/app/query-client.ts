import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { toastError } from '../components/toast.ts';
import { backoffMs } from '../lib/backoff.ts';
import { isApiError, isNetworkError, isOfferOld, isPassing, isUnanswered } from '../lib/errors.ts';
import { offerQuery } from '../offer/prizes-offer.tsx';
import { MINUTE_MS } from '../rules/calendar.ts';

/** How long a read is cached, in milliseconds, and how often it is tried again (errors.md#retries). */
const CACHE_MS = 5 * MINUTE_MS;
const RETRIES = 3;

/**
 * The longest wait that a server may ask for before a read is tried again, in milliseconds. If it asks
 * for longer, the read fails.
 */
const LONGEST_ASKED_WAIT_MS = 10_000;

/**
 * How long a read counts as fresh, in milliseconds. A screen that comes back within this time does not
 * read again.
 */
const FRESH_MS = 30_000;

declare module '@tanstack/react-query' {
  interface Register {
    /** The words for a read that failed while the phone has no saved data to show. */
    queryMeta: { failure?: string };
  }
}

/**
 * Whether a change is sent again because it is unknown if it was made. All tries have one idempotency
 * key, so a second try changes nothing twice (errors.md#retries). A phone that knows it is offline
 * shows that at once instead.
 */
function isSentAgain(error: unknown): boolean {
  return isUnanswered(error) && (navigator.onLine || !isNetworkError(error));
}

/** Gives the wait that a server asked for, in milliseconds. */
const askedWaitMs = (error: unknown) => (isApiError(error) ? (error.retryAfterMs ?? 0) : 0);

const isReadAgain = (error: unknown) =>
  isPassing(error) && askedWaitMs(error) <= LONGEST_ASKED_WAIT_MS;

/** The app's only query client. Besides the outbox, no other layer tries a call again. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      const { failure } = query.meta ?? {};
      // When the player is signed out, the guard says so. When there is older data to show, the strip
      // says how old it is.
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
