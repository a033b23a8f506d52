import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { toastError, toastSuccess } from '../../components/toast.ts';
import { isApiError, isNetworkError, NO_NETWORK_MESSAGE } from '../../lib/errors.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { dayAndTimeText } from '../../lib/time.ts';
import { endOtherSignIns, signInsQuery } from './api/sign-ins.ts';
import styles from './my-data-page.module.css';

type Props = { playerId: string; onSignOut: () => Promise<void> };

/** The devices that the player is signed in on, and the end of it everywhere else or on all. */
export function SignInsCard({ playerId, onSignOut }: Props) {
  const [openedAt] = useState(serverTime);
  const client = useQueryClient();
  const query = signInsQuery(playerId);
  const { data, error, failureCount, isFetching, refetch } = useQuery(query);
  // A phone that knows it has no network need not try again to know the outcome.
  const hasFailed = error !== null || (failureCount > 0 && !navigator.onLine);
  const end = useMutation({
    mutationFn: async (isAll: boolean) => {
      await endOtherSignIns();
      return isAll;
    },
    onSuccess: async (isAll) => {
      // The others first: without a line nobody is signed out here and left there.
      if (isAll) {
        await onSignOut().catch(() => {
          toastError(
            'You are signed out everywhere else, but not on this phone. Please try again.',
          );
        });
        return;
      }
      toastSuccess('You are signed out everywhere else');
      client.setQueryData(query.queryKey, (shown) => shown?.filter((one) => one.isCurrent));
    },
    onError: (error) => {
      // Signed out: the guard says so.
      if (isApiError(error) && error.status === 401) return;
      toastError(isNetworkError(error) ? NO_NETWORK_MESSAGE : 'Unable to sign out elsewhere');
    },
  });
  const buttonOf = (isAll: boolean) => ({
    colour: 'line' as const,
    loading: end.isPending && end.variables === isAll,
    disabled: end.isPending && end.variables !== isAll,
    onClick: () => end.mutate(isAll),
  });
  return (
    <Card title="Where you are signed in">
      {data && (
        <ul className={styles.list}>
          {data.map(({ signedInAt, isCurrent, device }) => (
            <li key={signedInAt} className={styles.row}>
              <span>
                <b>{device ?? 'A device'}</b>
                <br />
                <span>Since {dayAndTimeText(Date.parse(signedInAt), openedAt)}</span>
              </span>
              {isCurrent && <b>This phone</b>}
            </li>
          ))}
        </ul>
      )}
      {!data && !hasFailed && (
        <div className={styles.loading} role="status" aria-label="Loading your sign-ins">
          <Skeleton shape="line" />
        </div>
      )}
      {!data && hasFailed && (
        <>
          <p role="alert">
            {error && !isNetworkError(error) ? 'Unable to load your sign-ins' : NO_NETWORK_MESSAGE}
          </p>
          <Button
            colour="line"
            loading={isFetching && navigator.onLine}
            onClick={() => void refetch()}
          >
            Try again
          </Button>
        </>
      )}
      {data && data.length > 1 && <Button {...buttonOf(false)}>Sign out everywhere else</Button>}
      {!hasFailed && <Button {...buttonOf(true)}>Sign out everywhere</Button>}
    </Card>
  );
}
