import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { PageLink, PageScreen, Skeleton } from '../../components/page.tsx';
import { toastError, toastSuccess } from '../../components/toast.ts';
import { paths } from '../../config/paths.ts';
import { deleteSignIns, getOwnData, getSignIns } from '../../contract/my-data.ts';
import { ApiError, isApiError, isNetworkError, NO_NETWORK_MESSAGE } from '../../lib/errors.ts';
import { saveFile } from '../../lib/save-file.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { dayAndTimeText } from '../../lib/time.ts';
import { playerCall } from '../../session/player-call.ts';
import { isSignedInAs, useSignedInPlayer } from '../../session/session.ts';
import { DeleteCard } from './delete-account.tsx';
import styles from './my-data-page.module.css';

type MyDataPageProps = {
  /** A note about prizes that are not paid yet. */
  owed?: ReactNode;
  /** Removes the player's data from the phone, and opens the landing. */
  onDeleted: (playerId: string) => Promise<void>;
  onSignOut: () => Promise<void>;
};

/** 'My data' (account.md#my-data): saves the data as a file, ends sign-ins, and deletes the account. */
export function MyDataPage({ owed, onDeleted, onSignOut }: MyDataPageProps) {
  const player = useSignedInPlayer();
  return (
    <PageScreen title="My data" backTo={paths.profile}>
      <DownloadCard playerId={player.id} />
      <SignInsCard playerId={player.id} onSignOut={onSignOut} />
      <DeleteCard player={player} owed={owed} onDeleted={onDeleted} onSignOut={onSignOut} />
      <p className={styles.more}>
        <PageLink to={paths.privacy}>What we keep, and why</PageLink>
      </p>
    </PageScreen>
  );
}

function DownloadCard({ playerId }: { playerId: string }) {
  const download = useMutation({
    mutationFn: () => saveOwnData(playerId),
    onSuccess: () => toastSuccess('Your data is saved as a file'),
    onError: (error) => {
      // After a 401 the player is signed out, and the guard of the routes reports that.
      if (isApiError(error) && error.status === 401) return;
      toastError(faultOf(error));
    },
  });
  return (
    <Card title="Download my data">
      <p className={styles.small}>
        One file (JSON) with your profile, games, coins, payments, consents and messages.
      </p>
      <Button icon="download" loading={download.isPending} onClick={() => download.mutate()}>
        Download
      </Button>
    </Card>
  );
}

function faultOf(error: unknown): string {
  if (isNetworkError(error)) return NO_NETWORK_MESSAGE;
  return isApiError(error, 'rate/limited')
    ? 'You saved it often just now. Please try again later.'
    : 'Unable to save your data. Please try again.';
}

type SignInsCardProps = { playerId: string; onSignOut: () => Promise<void> };

/** Lists the devices on which the player is signed in, and signs out all others or all of them. */
function SignInsCard({ playerId, onSignOut }: SignInsCardProps) {
  const [openedAt] = useState(serverTime);
  const client = useQueryClient();
  const query = signInsQuery(playerId);
  const { data, error, failureCount, isFetching, refetch } = useQuery(query);
  // If the phone knows that it is offline, retries are pointless after the first failure.
  const hasFailed = error !== null || (failureCount > 0 && !navigator.onLine);
  const end = useMutation({
    mutationFn: async (isAll: boolean) => {
      await endOtherSignIns();
      return isAll;
    },
    onSuccess: async (isAll) => {
      // The others were ended first. Offline that fails, so nobody is signed out here but not elsewhere.
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
      // After a 401 the player is signed out, and the guard of the routes reports that.
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

/** Saves all data about the player in a file. Throws ApiError, NetworkError. */
async function saveOwnData(playerId: string): Promise<void> {
  const { data } = await playerCall(getOwnData, { isLong: true });
  // If the player signed out in another tab meanwhile, nothing personal is saved (account.md#logout).
  if (!isSignedInAs(playerId)) throw new ApiError('You are signed out', 401, 'session/required');
  saveFile('football-mastermind-my-data.json', 'application/json', JSON.stringify(data, null, 2));
}

const signInsQuery = (playerId: string) =>
  queryOptions({
    queryKey: [playerId, 'sign-ins'],
    queryFn: async ({ signal }) => (await playerCall(getSignIns, { signal })).data,
    networkMode: 'always',
  });

/** Ends every sign-in of the player except the one that makes the call. */
const endOtherSignIns = () => playerCall(deleteSignIns, {});
