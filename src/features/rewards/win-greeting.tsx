import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { celebrate } from '../../components/hooks.ts';
import { useLoaded } from '../../components/screens.tsx';
import { type Step, Steps } from '../../components/steps.tsx';
import { winningsPath } from '../../config/paths.ts';
import { greetedKey } from '../../config/storage-keys.ts';
import type { MadeGood, Payout } from '../../contract/payouts.ts';
import { keptValue } from '../../lib/kept.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { dayAndTimeText } from '../../lib/time.ts';
import { formatKobo } from '../../rules/money.ts';
import { CASH_HOURS } from '../../rules/prizes.ts';
import { CONFETTI_PIECES } from '../../rules/tournament.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import { noteSeen } from './note-seen.ts';
import { payoutStateOf, prizeText, sumText } from './payout-words.ts';
import { payoutsQuery } from './payouts.ts';
import styles from './win-greeting.module.css';

const loadCompensation = () =>
  import('./made-good-dialog.tsx').then((part) => part.CompensationDialog);

type Wins = { wins: Payout[]; isFirst: boolean };

/**
 * Looks for new prizes and compensations, and greets the player with each of them once (rewards.md#greeting).
 */
export function WinGreeting({ onDone }: { onDone: () => void }) {
  const { id } = useSignedInPlayer();
  // A saved copy may be out of date, so the greeting waits for the server's answer.
  const { data, isError, fetchStatus, dataUpdatedAt } = useQuery({
    ...payoutsQuery(id),
    staleTime: 0,
  });
  const [openedAt] = useState(Date.now);
  const [greeting, setGreeting] = useState<Wins | null>(null);
  const [madeGood, setMadeGood] = useState<MadeGood | null>(null);
  const CompensationDialog = useLoaded(madeGood ? loadCompensation : null);
  const isFresh = data !== undefined && dataUpdatedAt >= openedAt;
  // Offline, other dialogs do not wait for the greeting. The next opening of the dashboard greets.
  const isOver = !greeting && !madeGood && (isError || fetchStatus === 'paused');

  const greet = useEffectEvent(() => {
    const unseen = data?.payouts.filter(({ isSeen }) => !isSeen) ?? [];
    const known = greetedOf(id).get() ?? [];
    const wins = unseen.filter(
      (payout) => !known.includes(payout.reference) && payoutStateOf(payout) !== 'over',
    );
    // The call is not awaited. If it is lost, the next opening of the dashboard makes it again.
    if (unseen.length > 0) {
      void noteGreeted(
        id,
        unseen.map(({ reference }) => reference),
      ).catch(() => undefined);
    }
    setMadeGood(data?.madeGood ?? null);
    if (wins.length === 0) return data?.madeGood ? undefined : onDone();
    setGreeting({ wins, isFirst: wins.length === data?.payouts.length });
  });
  useEffect(() => {
    if (isFresh) greet();
  }, [isFresh]);

  const leave = useEffectEvent(onDone);
  useEffect(() => {
    if (isOver) leave();
  }, [isOver]);

  if (greeting) {
    const goOn = madeGood ? () => setGreeting(null) : onDone;
    return <GreetingDialog {...greeting} onClose={goOn} />;
  }
  return (
    madeGood && CompensationDialog && <CompensationDialog madeGood={madeGood} onClose={onDone} />
  );
}

type GreetingDialogProps = {
  /** The new prizes, at least one. */
  wins: readonly Payout[];
  /** Whether the player has never won before. */
  isFirst: boolean;
  onClose: () => void;
};

/** Announces a win: the sum, the place, and the next steps. */
function GreetingDialog({ wins, isFirst, onClose }: GreetingDialogProps) {
  const navigate = useNavigate();
  useEffect(() => (isFirst ? celebrate(CONFETTI_PIECES) : undefined), [isFirst]);
  const now = serverTime();
  const [only] = wins;
  const sum = wins.reduce((kobo, { grossKobo }) => kobo + grossKobo, 0);
  const isOne = wins.length === 1 && only !== undefined;

  return (
    <Dialog
      title={
        <>
          <span className={styles.lead}>You won</span>{' '}
          <span className={styles.sum}>{isOne ? sumText(sum, only.kind) : formatKobo(sum)}</span>
        </>
      }
      head={<Notes />}
      ground="gold"
      centred
      onClose={onClose}
    >
      <p className={styles.what}>{isOne ? prizeText(only, now) : `${wins.length} prizes`}</p>
      <div className={styles.next}>
        <Steps steps={nextSteps(wins, now)} />
      </div>
      <Button
        colour="gold"
        size="lg"
        onClick={() => {
          onClose();
          navigate(winningsPath);
        }}
      >
        See my winnings
      </Button>
    </Dialog>
  );
}

/** Draws a fan of naira notes with a ball on them. */
function Notes() {
  return (
    <svg viewBox="0 0 200 118" width="200" height="118" className={styles.notes} aria-hidden="true">
      <path className={styles.beam} d="M100 0L16 118h168z" />
      <Note transform="translate(62 78) rotate(-16)" />
      <Note transform="translate(138 78) rotate(16)" />
      <Note transform="translate(100 82)" />
      <circle className={styles.ball} cx="100" cy="28" r="24" />
      <path
        className={styles.patches}
        d="M100 17.9L109.6 24.9L105.9 36.1L94.1 36.1L90.4 24.9ZM90.7 6.2L100 10.7L109.3 6.2A24 24 0 0 0 90.7 6.2ZM117.9 12.4L116.4 22.7L123.5 30A24 24 0 0 0 117.9 12.4ZM120.3 40.2L110.1 42L105.3 51A24 24 0 0 0 120.3 40.2ZM94.7 51L89.9 42L79.7 40.2A24 24 0 0 0 94.7 51ZM76.5 30L83.6 22.7L82.1 12.4A24 24 0 0 0 76.5 30Z"
      />
    </svg>
  );
}

function Note({ transform }: { transform: string }) {
  return (
    <g transform={transform}>
      <path className={styles.night} d="M-52-32H52V34H-52z" />
      <path className={styles.green} d="M-49-29H49V29H-49z" />
      <path className={styles.edge} d="M-42-22H42V22H-42z" />
      <circle className={styles.night} r="15" />
      <path className={styles.sign} d="M-5.5 9V-9L5.5 9V-9M-10-3H10M-10 3H10" />
    </g>
  );
}

const CASH_TIME = `${CASH_HOURS.least} to ${CASH_HOURS.most} hours after the check`;

/** Gives the next steps of the prizes, worded for the prize with the most steps left. */
function nextSteps(wins: readonly Payout[], now: number): Step[] {
  const held = wins.find((payout) => payoutStateOf(payout) === 'held');
  const checking = wins.find((payout) => payoutStateOf(payout) === 'checking');
  const isPaid = wins.every((payout) => payoutStateOf(payout) === 'paid');
  const isCash = wins.every(({ kind }) => kind === 'cash');
  const toBank = isCash ? 'We send it to your bank' : 'We send it to you';
  const inBank = isCash ? 'It is in your bank' : 'It is there';
  const checked: Step = { is: 'done', name: 'The result is checked', about: 'It counts' };
  const coming = (name: string, about: string): Step => ({ is: 'todo', name, about });

  if (held) {
    return [
      { is: 'held', name: 'It waits for you', about: 'My winnings says what we need' },
      coming(toBank, 'When that is done'),
      coming(inBank, isCash ? CASH_TIME : 'Soon after'),
    ];
  }
  if (checking) {
    const by = checking.checkedBy && Date.parse(checking.checkedBy);
    return [
      {
        is: 'now',
        name: 'We check the result',
        about: by ? `Done by ${dayAndTimeText(by, now)}` : 'It takes a day at most',
      },
      coming(toBank, 'When the check is done'),
      coming(inBank, isCash ? CASH_TIME : 'Soon after'),
    ];
  }
  return [
    checked,
    isPaid
      ? { is: 'done', name: 'It is sent', about: 'My winnings says where to' }
      : { is: 'now', name: toBank, about: 'My winnings says how far it is' },
    isPaid
      ? { is: 'done', name: inBank, about: 'Enjoy it' }
      : coming(inBank, isCash ? CASH_TIME : 'Soon after'),
  ];
}

/** The prizes that this phone has shown in a greeting, while the server may not know that yet. */
const greetedOf = (playerId: string) =>
  keptValue('localStorage', greetedKey(playerId), v.array(v.string()));

/**
 * Reports to the server that a player has seen these prizes. The phone stores them until the server has
 * answered, so that a lost call repeats no greeting. A phone that cannot store them may greet twice.
 */
async function noteGreeted(playerId: string, references: string[]): Promise<void> {
  const greeted = greetedOf(playerId);
  greeted.set(references);
  await noteSeen(references);
  greeted.forget();
}
