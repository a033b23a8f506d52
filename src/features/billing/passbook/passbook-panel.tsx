import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Age } from '../../../components/age.tsx';
import { Button } from '../../../components/button.tsx';
import { Coin } from '../../../components/coin.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { toastError } from '../../../components/toast.ts';
import { isNetworkError, NO_NETWORK_MESSAGE } from '../../../lib/errors.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { useNetwork } from '../../../offline/use-reachable.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import { categoryNamesQuery } from '../api/category-names.ts';
import { type Passbook, passbookQuery, readOlder } from '../api/passbook.ts';
import { useSavedRead } from '../api/use-saved-read.ts';
import { Panel } from '../panel.tsx';
import { ClaimNotice } from './claim-notice.tsx';
import { CoinsNow } from './coins-now.tsx';
import { DayRows } from './day-rows.tsx';
import { daysOf } from './days.ts';
import styles from './passbook-panel.module.css';
import { useExport } from './use-export.ts';

const FAILURE = 'Failed to retrieve your passbook';

/** Each movement of the player's coins, readable without a line (flows.md#billing-tabs). */
export function PassbookPanel() {
  const player = useSignedInPlayer();
  const read = useSavedRead(useQuery(passbookQuery(player.id)), FAILURE);
  const line = useNetwork();
  const book = read.data;
  const [openedAt] = useState(serverTime);
  return (
    <Panel read={read}>
      <CoinsNow coins={player.pointBalance ?? 0} month={book?.month} />
      {book?.claims?.map((claim) => (
        <ClaimNotice key={`${claim.reference} ${claim.at}`} claim={claim} now={openedAt} />
      ))}
      {book ? (
        <Book book={book} updatedAt={read.hasFailed || line !== 'good' ? null : read.savedAt} />
      ) : (
        !read.hasFailed && (
          <div role="status" aria-label="Loading your passbook">
            <Skeleton shape="block" className={styles.waiting} />
          </div>
        )
      )}
    </Panel>
  );
}

type BookProps = {
  book: Passbook;
  /** Epoch milliseconds; `null` where the strip above tells the age. */
  updatedAt: number | null;
};

function Book({ book, updatedAt }: BookProps) {
  const { id } = useSignedInPlayer();
  const client = useQueryClient();
  const { data: categories = {} } = useQuery(categoryNamesQuery);
  const exporting = useExport(categories);
  const older = useMutation({
    mutationFn: () => readOlder(client, id),
    onError: (error) => toastError(isNetworkError(error) ? NO_NETWORK_MESSAGE : FAILURE),
  });
  const [openedAt] = useState(serverTime);

  if (book.rows.length === 0) {
    return (
      <div className={styles.empty}>
        <EmptyState
          art={<Coin size={72} />}
          title="No coins have moved yet"
          help="Each coin that comes in or goes out is listed here."
        />
      </div>
    );
  }
  return (
    <>
      <div className={styles.over}>
        {updatedAt !== null && (
          <p className={styles.saved}>
            Saved on this phone, from <Age at={updatedAt} />.
          </p>
        )}
        <Button
          size="sm"
          colour="line"
          icon="download"
          aria-label="Export as CSV file"
          loading={exporting.isPending}
          className={styles.export}
          onClick={() => exporting.mutate(book)}
        >
          Export
        </Button>
      </div>
      {daysOf(book.rows, openedAt).map((day) => (
        <DayRows key={day.date} day={day} categories={categories} />
      ))}
      {book.next !== null && (
        <Button
          colour="line"
          className={styles.older}
          loading={older.isPending}
          onClick={() => older.mutate()}
        >
          Show older
        </Button>
      )}
    </>
  );
}
