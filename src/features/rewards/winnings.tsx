import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, cx } from '../../components/button.tsx';
import { Tag } from '../../components/chip.tsx';
import { Icon, type IconName } from '../../components/icon.tsx';
import { NetworkStrip } from '../../components/network-strip.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageLink, Skeleton } from '../../components/page.tsx';
import { Hint } from '../../components/rows.tsx';
import { EmptyState } from '../../components/screens.tsx';
import { STEP_SAID, StepDisc, type StepState } from '../../components/steps.tsx';
import { bankPath, paths } from '../../config/paths.ts';
import type { Payout, ProofAsk } from '../../contract/payouts.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { shownRead } from '../../lib/shown-read.ts';
import { clockText, dayAndTimeText, dayText } from '../../lib/time.ts';
import { useNetwork } from '../../offline/use-reachable.ts';
import { HOUR_MS, lagosDate } from '../../rules/calendar.ts';
import { formatKobo } from '../../rules/money.ts';
import type { PayoutState } from '../../rules/payouts.ts';
import { ADULT_AGE_YEARS } from '../../rules/players.ts';
import { CASH_HOURS } from '../../rules/prizes.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import { Trio, Unread } from './parts.tsx';
import { inOrder, labelOf, payoutStateOf, prizeText, sumOf, sumText } from './payout-words.ts';
import { type Payouts, payoutsQuery } from './payouts.ts';
import styles from './winnings.module.css';

/** Lists the player's prizes and how far each is paid (rewards.md#my-winnings). */
export function WinningsPanel() {
  const line = useNetwork();
  const { id } = useSignedInPlayer();
  // The prizes are read again each time, so that a reason that was removed on another page is not shown.
  const read = useQuery({ ...payoutsQuery(id), staleTime: 0 });
  const navigate = useNavigate();
  return (
    <>
      <NetworkStrip line={line} reads={[shownRead(read)]} />
      <div className={styles.panel}>
        {read.data ? (
          <Prizes {...read.data} />
        ) : (
          <Unread what="Your winnings" read={read}>
            <Loading />
          </Unread>
        )}
        {read.data?.payouts.length === 0 && (
          <EmptyState
            art={<Icon name="cash" size={64} />}
            title="No wins yet"
            help="What you win is shown here, up to the day it is paid."
            action="Play now"
            onAction={() => navigate(paths.home)}
          />
        )}
        {!read.isPending && (
          <PageLink to={paths.fairness} className={styles.link ?? ''}>
            How we check winners
          </PageLink>
        )}
      </div>
    </>
  );
}

function Prizes({ payouts, proof }: Payouts) {
  const mended = useMended(payouts);
  const now = serverTime();
  if (payouts.length === 0) return null;
  const listed = inOrder(payouts);
  const firstHeld = listed.find((payout) => payoutStateOf(payout) === 'held');
  return (
    <>
      <Trio
        figures={[
          { name: 'Paid to you', value: formatKobo(sumOf(payouts, ['paid'])), isGold: true },
          { name: 'On its way', value: formatKobo(sumOf(payouts, ['on-its-way', 'checking'])) },
          { name: 'Held', value: formatKobo(sumOf(payouts, ['held'])) },
        ]}
      />
      <p className={styles.hint}>
        After the check, cash takes {CASH_HOURS.least} to {CASH_HOURS.most} hours.
      </p>
      <ul className={styles.list}>
        {listed.map((payout) => (
          <PayoutCard
            key={payout.reference}
            payout={payout}
            proof={proof}
            now={now}
            isFirst={payout === firstHeld}
            isMended={mended.has(payout.reference)}
          />
        ))}
      </ul>
    </>
  );
}

/** Gives the prizes that were held since this page was opened, and no longer are. */
function useMended(payouts: readonly Payout[]): ReadonlySet<string> {
  const held = useRef(new Set<string>());
  const mended = new Set<string>();
  for (const payout of payouts) {
    const payoutState = payoutStateOf(payout);
    if (payoutState === 'held') held.current.add(payout.reference);
    else if (payoutState !== 'over' && held.current.has(payout.reference))
      mended.add(payout.reference);
  }
  return mended;
}

function Loading() {
  return (
    <div className={styles.list}>
      <Skeleton shape="block" className={styles.sums} />
      <Skeleton shape="block" className={styles.card} />
      <Skeleton shape="block" className={styles.card} />
    </div>
  );
}

type PayoutCardProps = {
  payout: Payout;
  proof: ProofAsk | null;
  now: number;
  /** Whether this is the first held prize. Its button is the most important. */
  isFirst: boolean;
  /** Whether the reason for which the prize was held was removed since the page was opened. */
  isMended: boolean;
};

/** Shows a prize, its progress, and the reason if it is held (rewards.md#my-winnings). */
function PayoutCard({ payout, proof, now, isFirst, isMended }: PayoutCardProps) {
  const { grossKobo, taxKobo, netKobo, kind } = payout;
  const payoutState = payoutStateOf(payout);
  const { text, icon, tone } = labelOf(payout);
  return (
    <li
      className={cx(
        styles.payoutCard,
        payoutState === 'held' && styles.cardHeld,
        payoutState === 'over' && styles.cardOver,
      )}
    >
      <div className={styles.top}>
        <b>{sumText(grossKobo, kind)}</b>
        <Tag icon={icon} tone={tone}>
          {text}
        </Tag>
      </div>
      <p className={styles.what}>{prizeText(payout, now)}</p>
      {taxKobo > 0 && (
        <p className={styles.what}>
          Tax {formatKobo(taxKobo)}. You get {sumText(netKobo, kind)}.
        </p>
      )}
      <Path steps={pathSteps(payout, now)} hasChanged={isMended} />
      {payoutState === 'held' && <Hold payout={payout} proof={proof} now={now} isFirst={isFirst} />}
      {isMended && payoutState !== 'paid' && (
        <Notice kind="ok" role="status" title="Thank you. It moves on now." />
      )}
      {payoutState === 'over' && <Ended payout={payout} now={now} />}
      {payoutState === 'paid' && (
        <Hint icon={kind === 'cash' ? 'bank' : 'phone'}>{whereText(payout)}</Hint>
      )}
    </li>
  );
}

function Hold({ payout, proof, now, isFirst }: Omit<PayoutCardProps, 'isMended'>) {
  const navigate = useNavigate();
  const { dob } = useSignedInPlayer();
  const { icon, title, text, way } = holdWords(payout, { proof, dob, now });
  return (
    <>
      <Notice kind="warn" icon={icon} title={title} role="status">
        {text}
      </Notice>
      {way && (
        <Button colour={isFirst ? 'primary' : 'line'} onClick={() => navigate(way.to)}>
          {way.name}
        </Button>
      )}
    </>
  );
}

/** Says why a prize is not paid, and since when. */
function Ended({
  payout: { state, endedAt, reference },
  now,
}: Pick<PayoutCardProps, 'payout' | 'now'>) {
  const on = endedAt ? `${dayText(Date.parse(endedAt), now)}. ` : '';
  return (
    <Hint icon="info">
      {state === 'lapsed' ? 'This prize has lapsed' : 'This prize is not paid'}
      {on && `, ${on}`}
      {!on && '. '}
      {state === 'refused' && 'Contact Us tells you why. '}Reference {reference}
    </Hint>
  );
}

function whereText({ bank, kind, reference }: Payout): string {
  const where = bank
    ? `${bank.name}, ending ${bank.ending}.`
    : kind === 'cash'
      ? ''
      : 'Sent to your number.';
  return `${where} Reference ${reference}`.trim();
}

/** Shows the steps Won, Checked, Sent, Paid. A step that has just changed pops up (design.md#prizes). */
function Path({ steps, hasChanged }: { steps: readonly PathStep[]; hasChanged: boolean }) {
  return (
    <ol className={cx(styles.path, hasChanged && styles.changed)}>
      {steps.map(({ name, is, when }, index) => (
        <li key={name} className={styles[is]} aria-current={is === 'now' ? 'step' : undefined}>
          <StepDisc is={is} />
          <b>
            <span className="vh">{`Step ${index + 1} of ${steps.length}, `}</span>
            {name}
            <span className="vh">{STEP_SAID[is]}</span>
          </b>
          <span className={styles.when}>{when}</span>
        </li>
      ))}
    </ol>
  );
}

/** A step from won to paid: its state, and its time if that is known. */
type PathStep = {
  name: 'Won' | 'Checked' | 'Sent' | 'Paid';
  is: Exclude<StepState, 'bad'>;
  when: string;
};

type Progress = Pick<PathStep, 'is' | 'when'>;

const NOT_YET: Progress = { is: 'todo', when: 'Not yet' };

/** The states that stop a prize, and how they show at the first step that is not done. */
const STOPS: Partial<Record<PayoutState, Progress>> = {
  held: { is: 'held', when: 'Held' },
  failed: { is: 'held', when: 'Sent back' },
  refused: { is: 'over', when: 'Stopped' },
  lapsed: { is: 'over', when: 'Lapsed' },
};

/** Gives the state of the steps Won, Checked, Sent, Paid at `now`, in epoch ms (game.md#payouts). */
function pathSteps(payout: Payout, now: number): PathStep[] {
  const { state, wonAt, approvedAt, sentAt, paidAt } = payout;
  const stop = STOPS[state];
  const done = (at: string | null): Progress => ({ is: 'done', when: momentOf(at, now) });
  const steps = (checked: Progress, sent = NOT_YET, paid = NOT_YET): PathStep[] => [
    { name: 'Won', ...done(wonAt) },
    { name: 'Checked', ...checked },
    { name: 'Sent', ...sent },
    { name: 'Paid', ...paid },
  ];

  if (state === 'paid') return steps(done(approvedAt), done(sentAt ?? paidAt), done(paidAt));
  if (approvedAt === null) return steps(stop ?? { is: 'now', when: checkedByText(payout, now) });
  if (stop) return steps(done(approvedAt), stop);
  const sending: Progress = { is: 'now', when: sentAt ? momentOf(sentAt, now) : 'Next' };
  return steps(done(approvedAt), sending, { is: 'todo', when: paidByText(payout, now) });
}

/** Words a time: `Mon 17 Nov` or, if it is today, `Today 08:10`. */
function momentOf(at: string | null, now: number): string {
  if (at === null) return '';
  const instant = Date.parse(at);
  return lagosDate(instant) === lagosDate(now)
    ? `Today ${clockText(instant)}`
    : shortDay(instant, now);
}

function checkedByText({ checkedBy }: Payout, now: number): string {
  return checkedBy ? `by ${shortDay(Date.parse(checkedBy), now)}` : 'Now';
}

/** Says by when cash is paid, counted from the check. If that time is over, it names no day. */
function paidByText({ approvedAt, kind }: Payout, now: number): string {
  if (approvedAt === null || kind !== 'cash') return NOT_YET.when;
  const by = Date.parse(approvedAt) + CASH_HOURS.most * HOUR_MS;
  return by > now ? `by ${shortDay(by, now)}` : NOT_YET.when;
}

/** Words a day as `Mon 17 Nov`, which wraps only after the weekday. */
function shortDay(at: number, now: number): string {
  return dayText(at, now).replaceAll(/(\d) /g, '$1\u00a0');
}

/**
 * Why a prize is held, in plain words. `way` leads to what the player can do; `null` if they need do nothing.
 */
type HoldWords = {
  icon: IconName;
  title: string;
  text: string;
  way: { name: string; to: string } | null;
};

type Known = {
  proof: ProofAsk | null;
  /** The player's date of birth, as `2008-11-18`. */
  dob: string | null;
  /** Epoch milliseconds. */
  now: number;
};

const MOVES = 'Then the prize moves by itself.';
const CONTACT = { name: 'Contact Us', to: paths.contact };

/** Words why a prize is held (game.md#held-prizes). For an unknown reason, it says that somebody checks. */
function holdWords({ reason, mendBy, resumesAt }: Payout, { proof, dob, now }: Known): HoldWords {
  const by = mendBy ? ` by ${dayText(Date.parse(mendBy), now)}` : '';
  switch (reason) {
    case 'no-bank-account':
      return {
        icon: 'bank',
        title: 'We need your bank account',
        text: `Add it${by}. A day later the prize moves by itself.`,
        way: { name: 'Add bank account', to: bankPath },
      };
    case 'no-birth-date':
      return {
        icon: 'calendar',
        title: 'We need your date of birth',
        text: `Cash is for players of ${ADULT_AGE_YEARS} years or more. Enter it${by}. ${MOVES}`,
        way: { name: 'Enter my date of birth', to: paths.profile },
      };
    case 'under-age':
      return {
        icon: 'calendar',
        title: `You are under ${ADULT_AGE_YEARS}`,
        text: `Cash is for players of ${ADULT_AGE_YEARS} years or more.${adultFromText(dob, now)}`,
        way: { name: 'Check my date of birth', to: paths.profile },
      };
    case 'coins-taken-back':
      return {
        icon: 'info',
        title: 'A payment of yours was taken back',
        text: 'This prize is for players who buy enough coins in its month. Without that payment you have too few.',
        way: CONTACT,
      };
    case 'proof-round':
      return proofWords(proof, by, now);
    case 'bank-changed':
      return {
        icon: 'clock',
        title: 'Your bank account is new',
        text: resumesAt
          ? `For your safety we wait. The prize goes on ${dayAndTimeText(Date.parse(resumesAt), now)}.`
          : 'For your safety we wait a day. Then the prize goes on.',
        way: null,
      };
    case 'bank-shared':
      return {
        icon: 'bank',
        title: 'A person checks your bank account',
        text: 'Another player has it, or has one in the same name. Each player needs their own. Tell us if this is wrong.',
        way: CONTACT,
      };
    case 'sent-back':
      return {
        icon: 'bank',
        title: 'Your bank sent it back',
        text: `Check your account, or add another one${by}. A day later the prize moves by itself.`,
        way: { name: 'Check bank account', to: bankPath },
      };
    case 'claim':
      return {
        icon: 'info',
        title: 'A payment of yours was taken back',
        text: 'Your Passbook says what is owed. The prize waits until that is settled.',
        way: CONTACT,
      };
    case 'second-approval':
      return {
        icon: 'clock',
        title: 'A second person checks it',
        text: 'Large prizes are checked by two people. You need not do anything.',
        way: null,
      };
    default:
      return {
        icon: 'search',
        title: 'A person looks at your games',
        text: 'We tell you here how it ends. We never refuse in silence.',
        way: CONTACT,
      };
  }
}

function proofWords(proof: ProofAsk | null, by: string, now: number): HoldWords {
  const playBy =
    proof && Date.parse(proof.by) > now ? ` by ${dayText(Date.parse(proof.by), now)}` : by;
  const questions = proof ? `${proof.questions} sealed questions wait` : 'Sealed questions wait';
  return {
    icon: 'lock',
    title: proof?.isOpen ? 'Your sealed questions go on' : `${questions} for you`,
    text: `Play them${playBy}. ${MOVES}`,
    way: { name: 'Confirm your win', to: paths.proof },
  };
}

/** Words the day from which a player is an adult and may be paid, by their date of birth. */
function adultFromText(dob: string | null, now: number): string {
  if (!dob) return '';
  const [year = '', ...rest] = dob.split('-');
  const birthday = Date.parse(
    `${[Number(year) + ADULT_AGE_YEARS, ...rest].join('-')}T00:00:00+01:00`,
  );
  return Number.isNaN(birthday) ? '' : ` You are ${ADULT_AGE_YEARS} on ${dayText(birthday, now)}.`;
}
