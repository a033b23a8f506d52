import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Age } from '../../components/age.tsx';
import { Button, cx } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Coin } from '../../components/marks.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageLink, Skeleton } from '../../components/page.tsx';
import { EmptyState } from '../../components/screens.tsx';
import { toastError, toastSuccess, toastWarning } from '../../components/toast.ts';
import { paths } from '../../config/paths.ts';
import type { Claim, PassbookRow } from '../../contract/payments.ts';
import { isNetworkError, NO_NETWORK_MESSAGE } from '../../lib/errors.ts';
import { saveFile } from '../../lib/save-file.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { shortReference } from '../../lib/short-reference.ts';
import { clockText, dayText } from '../../lib/time.ts';
import { useNetwork } from '../../offline/use-reachable.ts';
import { DAY_MS, lagosDate } from '../../rules/calendar.ts';
import { csvLines } from '../../rules/csv.ts';
import { LEVEL_NAMES, LEVELS, QUESTIONS_PER_ROUND } from '../../rules/levels.ts';
import { productName, WAY_NAMES } from '../../rules/money.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import { Heading, Panel } from './parts.tsx';
import styles from './passbook.module.css';
import {
  categoryNamesQuery,
  type Passbook,
  passbookQuery,
  readOlder,
  useSavedRead,
} from './reads.ts';

const FAILURE = 'Failed to retrieve your passbook';

/** Lists each movement of the player's coins, also offline (billing.md#billing-tabs). */
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
  /** When the book was read, in epoch milliseconds; `null` where the strip above shows its age. */
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

const ICONS = { in: 'plus', out: 'minus', back: 'refresh' } as const;

type Categories = Readonly<Record<string, string>>;

/** Shows the movements of a day. */
function DayRows({ day, categories }: { day: Day; categories: Categories }) {
  return (
    <section aria-label={day.name}>
      <Heading aside={day.aside}>{day.name}</Heading>
      <ul className={styles.rows}>
        {day.rows.map((row) => (
          <Row key={row.id} row={row} categories={categories} />
        ))}
      </ul>
    </section>
  );
}

function Row({ row, categories }: { row: PassbookRow; categories: Categories }) {
  const { direction, title, detail } = rowWords(row, categories);
  const time = clockText(Date.parse(row.at));
  return (
    <li>
      <span className="vh">{spokenRow(title, row, time)}</span>
      <div className={cx(styles.row, styles[direction])} aria-hidden="true">
        <span className={styles.sign}>
          <Icon name={ICONS[direction]} size={16} />
        </span>
        <span>
          <b className={styles.title}>{title}</b>
          <span className={styles.small}>{detail ? `${detail}, ${time}` : time}</span>
        </span>
        <span className={styles.end}>
          <b className={styles.amount}>{signedCoins(row.coins)}</b>
          <span className={styles.small}>{formatNumber(row.balance)} left</span>
        </span>
      </div>
    </li>
  );
}

/** A day's movements, with the day's name and the note next to that name. */
type Day = { date: string; name: string; aside: string; rows: PassbookRow[] };

/** Groups rows by their day in Lagos and keeps their order; `now` in epoch milliseconds. */
function daysOf(rows: readonly PassbookRow[], now: number): Day[] {
  const days: Day[] = [];
  for (const row of rows) {
    const date = lagosDate(Date.parse(row.at));
    const last = days.at(-1);
    if (last?.date === date) last.rows.push(row);
    else days.push({ date, ...namesOf(date, Date.parse(row.at), now), rows: [row] });
  }
  return days.map((day) => ({ ...day, aside: day.aside || movements(day.rows.length) }));
}

function namesOf(date: string, at: number, now: number): { name: string; aside: string } {
  const day = dayText(at, now);
  if (date === lagosDate(now)) return { name: 'Today', aside: day };
  if (date === lagosDate(now - DAY_MS)) return { name: 'Yesterday', aside: day };
  return { name: day, aside: '' };
}

function movements(count: number): string {
  return count === 1 ? '1 movement' : `${count} movements`;
}

/** A player's words for the ledger's reasons of a movement. Other reasons are shown as the API names them. */
const REASONS: Readonly<Record<string, string>> = {
  subscription: 'Subscription',
  'coins-bought': 'Coins bought',
  'payment-reversed': 'Payment taken back',
  'payment-returned': 'Payment given back',
  'round-opened': 'Game started',
  'round-counted': 'Coins given back',
  'round-expired': 'Coins given back',
  'round-repaired': 'Coins given back',
  'coins-corrected': 'Put right by us',
};

/** `in`: the player got coins. `out`: they spent coins. `back`: coins that they had spent were returned. */
type Direction = 'in' | 'out' | 'back';

type RowWords = {
  direction: Direction;
  title: string;
  /** The text that identifies the movement. The row shows the time after it. */
  detail: string | null;
};

/** Gives the words for a movement of coins. `categories` holds the names by id. */
export function rowWords(row: PassbookRow, categories: Readonly<Record<string, string>>): RowWords {
  const isBack = row.round || row.reason === 'payment-returned';
  const direction = row.coins < 0 ? 'out' : isBack ? 'back' : 'in';
  return { direction, title: titleOf(row, categories), detail: detailOf(row, direction) };
}

/** Writes coins with a sign: `−150`, `+750`. The minus is U+2212, which is as wide as the plus. */
export function signedCoins(coins: number): string {
  if (coins === 0) return '0';
  return `${coins < 0 ? '−' : '+'}${formatNumber(Math.abs(coins))}`;
}

/** Gives the row's text for screen readers: `La Liga, Medium, minus 150 coins, 1,240 left, 08:20`. */
function spokenRow(title: string, { coins, balance }: PassbookRow, time: string): string {
  const amount = `${coins < 0 ? 'minus' : 'plus'} ${formatNumber(Math.abs(coins))} coins`;
  return `${title}, ${amount}, ${formatNumber(balance)} left, ${time}`;
}

/** Gives the short name of a round in a row: `R-61D4`. */
function roundName(id: string): string {
  return `R-${id.slice(-4).toUpperCase()}`;
}

type Round = NonNullable<PassbookRow['round']>;

type Names = Readonly<Record<string, string>>;

function titleOf({ round, plan, coins, reason }: PassbookRow, categories: Names): string {
  if (plan && reason === 'subscription') return productName(`plan-${plan}`, coins);
  if (round && coins < 0) return gameName(round, categories);
  return REASONS[reason] ?? reason;
}

function gameName({ categoryId, level }: Round, categories: Names): string {
  const known = LEVELS.find((one) => one === level);
  return [categories[categoryId] ?? 'Game', known ? LEVEL_NAMES[known] : level].join(', ');
}

function detailOf({ round, reason, reference, way }: PassbookRow, direction: Direction) {
  if (!round) {
    const parts = [way && WAY_NAMES[way], reference && shortReference(reference)];
    return parts.filter(Boolean).join(', ') || null;
  }
  const name = `Game ${roundName(round.id)}`;
  if (reason === 'round-expired') return `${name} did not finish`;
  if (reason === 'round-repaired') return `${name}: a question was wrong`;
  const hasLeft = round.shown > 0 && round.shown < QUESTIONS_PER_ROUND;
  if (direction !== 'back' || !hasLeft) return name;
  return `${name}: you left after ${round.shown} ${round.shown === 1 ? 'question' : 'questions'}`;
}

type CoinsNowProps = { coins: number; month: Passbook['month'] | undefined };

/** Shows the balance, and the coins that came in and went out this month where the sums are known. */
function CoinsNow({ coins, month }: CoinsNowProps) {
  return (
    <section className={cx('on-night', styles.now)} aria-label="Coins now">
      <Coin size={40} />
      <div>
        <p className={styles.coinsNowLabel}>Coins now</p>
        <p className={styles.coins}>{formatNumber(coins)}</p>
      </div>
      {month && (
        <p className={styles.month}>
          In this month <b>{signedCoins(month.in)}</b>
          <br />
          Out this month <b>{signedCoins(-Math.abs(month.out))}</b>
        </p>
      )}
    </section>
  );
}

type ClaimNoticeProps = { claim: Claim; now: number };

/**
 * Says what the player owes for a payment that was taken back (payments.md#what-went-wrong-is-undone).
 */
function ClaimNotice({ claim: { coins, tickets, reference, at }, now }: ClaimNoticeProps) {
  const isTicket = Boolean(tickets);
  const isOne = coins === 1;
  const [owed, used] = isTicket
    ? ['1 ticket of Millionaire Rush', 'this ticket was played']
    : isOne
      ? ['1 coin', 'this coin was spent']
      : [`${formatNumber(coins)} coins`, 'these coins were spent'];
  return (
    <div className={styles.claim}>
      <Notice kind="warn" title={`You owe ${owed}`}>
        Payment {shortReference(reference)} was taken back on {dayText(Date.parse(at), now)}, but{' '}
        {used} already. You can play and buy as before, but no prize money is paid to you until this
        is settled. Write to us to settle it. We take no {isTicket ? 'ticket' : 'coins'} for it by
        ourselves.
        <PageLink to={paths.contact} className={styles.contact}>
          Contact Us
        </PageLink>
      </Notice>
    </div>
  );
}

const HEAD = ['Date', 'Time', 'What', 'Way', 'Game', 'Reference', 'Coins', 'Balance'];

/** Gives the passbook as a CSV file for a spreadsheet. The newest row is first; times are those of Lagos. */
export function passbookCsv(
  rows: readonly PassbookRow[],
  categories: Readonly<Record<string, string>>,
): string {
  const cells = rows.map((row) => {
    const at = Date.parse(row.at);
    const { title } = rowWords(row, categories);
    const texts = [title, row.way ? WAY_NAMES[row.way] : '', row.round?.id, row.reference];
    return [lagosDate(at), clockText(at), ...texts, row.coins, row.balance];
  });
  return `${csvLines(HEAD, cells).join('\r\n')}\r\n`;
}

/** Saves the whole passbook as a file. It first asks the server for the rows that the phone lacks. */
function useExport(categories: Readonly<Record<string, string>>) {
  const { id } = useSignedInPlayer();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (shown: Passbook) => {
      let book = shown;
      try {
        while (book.next !== null) {
          const more = await readOlder(client, id);
          if (!more || more.next === book.next) break;
          book = more;
        }
      } catch {
        // Offline, the file has only the rows that are on the phone, and a message says so.
      }
      saveFile('football-mastermind-passbook.csv', 'text/csv', passbookCsv(book.rows, categories));
      return book;
    },
    onSuccess: ({ rows, next }) => {
      if (next === null) toastSuccess('Passbook saved as a CSV file');
      else toastWarning(`Only the newest ${rows.length} movements were saved`);
    },
  });
}
