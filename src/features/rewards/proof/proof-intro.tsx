import { Bar } from '../../../components/bar.tsx';
import { Button, IconButton } from '../../../components/button.tsx';
import { cx } from '../../../components/cx.ts';
import { Hero } from '../../../components/hero.tsx';
import type { IconName } from '../../../components/icon.tsx';
import { IconTile } from '../../../components/icon-tile.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Screen } from '../../../components/screen.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { usePageStart } from '../../../components/use-page-start.ts';
import type { Payout, ProofAsk } from '../../../contract/payouts.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { dayAndTimeText, spanText } from '../../../lib/time.ts';
import { LEVEL_NAMES, LEVELS } from '../../../rules/levels.ts';
import { formatKobo } from '../../../rules/money.ts';
import { Envelope } from './envelope.tsx';
import styles from './proof-intro.module.css';

type Props = {
  /** `null` while it is not known. */
  ask: ProofAsk | null;
  payouts: readonly Payout[];
  isBusy: boolean;
  onStart: () => void;
  onLater: () => void;
};

/** As wide as most sums: holds the place of one that is not known yet. */
const USUAL_KOBO = 250_000;

/** What a proof round is, and what waits for it. */
export function ProofIntro({ ask, payouts, isBusy, onStart, onLater }: Props) {
  usePageStart('Confirm your win');
  const sum = payouts
    .filter(({ state, reason }) => state === 'held' && reason === 'proof-round')
    .reduce((kobo, { grossKobo }) => kobo + grossKobo, 0);
  return (
    <Screen>
      <Bar>
        <IconButton icon="close" aria-label="Close" onClick={onLater} />
      </Bar>
      <main className={styles.main}>
        <Hero label="Confirm your win" art={<Envelope />}>
          <div className={styles.words}>
            <h1 className={styles.title}>
              Play {ask ? ask.questions : <span className={styles.unknown}>5</span>} sealed
              questions to confirm your win
            </h1>
            {(sum > 0 || !ask) && (
              <p className={cx(styles.sum, !ask && styles.unknown)}>
                <b>{formatKobo(ask ? sum : USUAL_KOBO)}</b> waits for you
              </p>
            )}
          </div>
        </Hero>
        <div className={styles.page}>
          {ask ? <Terms ask={ask} /> : <Skeleton shape="block" className={styles.loading} />}
          {ask && (
            <Notice>
              Every winner does this before the first payment, and again now and then. Play as you
              always play: you need not have all of them right. If we are not sure, a person looks.
              We never refuse in silence.
            </Notice>
          )}
        </div>
        <div className={styles.bar}>
          <Button colour="line" onClick={onLater}>
            Later
          </Button>
          <Button loading={isBusy} onClick={onStart}>
            {ask?.isOpen ? 'Go on' : 'Start now'}
          </Button>
        </div>
      </main>
    </Screen>
  );
}

function Terms({ ask }: { ask: ProofAsk }) {
  const { level, timerMs, questions, parts, by } = ask;
  const now = serverTime();
  const until = Date.parse(by);
  const clocks = [timerMs, ...parts.map((part) => part.timerMs)].map((ms) => ms / 1000);
  const [least, most] = [Math.min(...clocks), Math.max(...clocks)];
  const mixed = LEVELS.flatMap((at) => {
    const ones = parts.filter((part) => part.level === at);
    const asked = ones.reduce((sum, one) => sum + one.questions, 0);
    return asked > 0 ? `${asked} ${LEVEL_NAMES[at]}` : [];
  });
  const rows: { icon: IconName; name: string; about: string }[] = [
    {
      icon: `level-${level}`,
      name: mixed.length > 1 ? mixed.join(', ') : `${questions} questions, ${LEVEL_NAMES[level]}`,
      about: `As in the games that won. ${least === most ? most : `${least} to ${most}`} s each. No coins.`,
    },
    { icon: 'lock', name: 'One at a time', about: 'Each comes when the one before is answered.' },
    until > now
      ? {
          icon: 'calendar',
          name: `Until ${dayAndTimeText(until, now)}`,
          about: `${spanText(until - now)} left. You need a good line.`,
        }
      : { icon: 'calendar', name: 'You can still play', about: 'You need a good line.' },
  ];
  return (
    <ul className={styles.rows}>
      {rows.map(({ icon, name, about }) => (
        <li key={name}>
          <IconTile name={icon} />
          <p>
            <b>{name}</b> <span>{about}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
