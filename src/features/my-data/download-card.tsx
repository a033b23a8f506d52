import { useMutation } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { toastError, toastSuccess } from '../../components/toast.ts';
import { isApiError, isNetworkError, NO_NETWORK_MESSAGE } from '../../lib/errors.ts';
import { saveOwnData } from './api/own-data.ts';
import styles from './my-data-page.module.css';

export function DownloadCard({ playerId }: { playerId: string }) {
  const download = useMutation({
    mutationFn: () => saveOwnData(playerId),
    onSuccess: () => toastSuccess('Your data is saved as a file'),
    onError: (error) => {
      // Signed out: the guard says so.
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
