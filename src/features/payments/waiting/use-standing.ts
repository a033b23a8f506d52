import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { askPayment, type Standing } from '../api/ask-payment.ts';
import type { PendingPayment } from '../pending-payment.ts';

type Options = {
  payment: PendingPayment;
  /** In milliseconds. */
  everyMs: number;
  /** Whether it is asked at once, too: who has just asked waits. */
  asksAtOnce: boolean;
  /** It has ended; told once. */
  onEnd: (standing: Exclude<Standing, 'open'>) => void;
};

/** Asks how a payment stands, again and again by itself and whenever it is told to. */
export function useStanding({ payment, everyMs, asksAtOnce, onEnd }: Options) {
  const { data, isFetching, dataUpdatedAt, errorUpdatedAt, refetch } = useQuery({
    queryKey: [payment.playerId, 'payment', payment.reference],
    queryFn: () => askPayment(payment),
    refetchInterval: (query) => (isEnd(query.state.data) ? false : everyMs),
    networkMode: 'always',
    retry: false,
    staleTime: 0,
    gcTime: 0,
    ...(!asksAtOnce && { initialData: 'open' as const, refetchOnMount: false }),
  });
  const tell = useEffectEvent(onEnd);
  useEffect(() => {
    if (isEnd(data)) tell(data);
  }, [data]);
  const askedAt = Math.max(dataUpdatedAt, errorUpdatedAt);
  return {
    isAsking: isFetching,
    nextAt: askedAt === 0 ? 0 : askedAt + everyMs,
    ask: async () => {
      const { data: standing, error: failure } = await refetch();
      return { isOpen: !isEnd(standing), error: failure };
    },
  };
}

function isEnd(standing: Standing | undefined): standing is Exclude<Standing, 'open'> {
  return standing !== undefined && standing !== 'open';
}
