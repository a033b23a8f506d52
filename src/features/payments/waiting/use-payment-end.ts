import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { askPayment, type PaymentEnd } from '../api/ask-payment.ts';
import type { PendingPayment } from '../pending-payment.ts';
import { refusalOf } from '../said-by.ts';

/** An API that cannot tell looks at each hint: its player may say yes minutes after the first one. */
const HINT_EVERY_MS = 30_000;
const MOST_HINTS = 20;

type Options = {
  payment: PendingPayment;
  /** In milliseconds. */
  everyMs: number;
  /** Whether it is asked at once, too: who has just asked waits. */
  asksAtOnce: boolean;
  /** It has ended; told once. */
  onEnd: (end: PaymentEnd) => void;
};

/** Asks how a payment ended, again and again by itself and whenever it is told to. */
export function usePaymentEnd({ payment, everyMs, asksAtOnce, onEnd }: Options) {
  const { data, error, isFetching, dataUpdatedAt, errorUpdatedAt, refetch } = useQuery({
    queryKey: [payment.playerId, 'payment', payment.reference],
    queryFn: () => askPayment(payment),
    refetchInterval: ({ state: { data, error, dataUpdateCount } }) => {
      if (refusalOf(error) !== null) return false;
      if (data === 'unseen') return dataUpdateCount < MOST_HINTS && HINT_EVERY_MS;
      return !isEnd(data) && everyMs;
    },
    networkMode: 'always',
    retry: false,
    staleTime: asksAtOnce ? 0 : Number.POSITIVE_INFINITY,
    gcTime: 0,
    ...(!asksAtOnce && { initialData: 'open' as const }),
  });
  const tell = useEffectEvent(onEnd);
  useEffect(() => {
    if (isEnd(data)) tell(data);
  }, [data]);
  const askedAt = Math.max(dataUpdatedAt, errorUpdatedAt);
  return {
    isAsking: isFetching,
    nextAt: askedAt === 0 ? 0 : askedAt + everyMs,
    /** Why it is not asked about any more, in the server's words. */
    refusal: refusalOf(error),
    ask: async () => {
      const { data: end, error: failure } = await refetch();
      return { end, isOpen: !isEnd(end), error: failure };
    },
  };
}

function isEnd(answer: PaymentEnd | 'open' | undefined): answer is PaymentEnd {
  return answer !== undefined && answer !== 'open';
}
