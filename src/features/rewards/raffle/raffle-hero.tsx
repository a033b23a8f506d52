import { ButtonLink } from '../../../components/button.tsx';
import { Cover } from '../../../components/cover.tsx';
import { Hero } from '../../../components/hero.tsx';
import { useSecondsUntil } from '../../../components/use-seconds-until.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { dayAndTimeText } from '../../../lib/time.ts';
import { formatNaira } from '../../../rules/money.ts';
import { type PrizeTable, prizeRows } from '../../../rules/prize-table.ts';
import styles from './raffle-hero.module.css';

type Props = {
  drawAt: number;
  /** `null` while nobody knows: their line keeps its place. */
  prizes: PrizeTable | null;
  liveDraw: string | null;
};

/** When the next draw is, what it pays, and the way to see it live. */
export function RaffleHero({ drawAt, prizes, liveDraw }: Props) {
  const most = Math.max(
    0,
    ...prizeRows(prizes ?? [], 'all', 'raffle').map(({ naira }) => (naira === 'bands' ? 0 : naira)),
  );
  return (
    <Hero label="Next live draw" art={<Beam />}>
      <div className={styles.words}>
        <p className={styles.when}>
          Next live draw{' '}
          <span className={styles.whole}>{dayAndTimeText(drawAt, serverTime())}</span>
        </p>
        <Clock until={drawAt} />
        {(most > 0 || !prizes) && (
          <p className={styles.prize}>
            {prizes && 'Prize up to '}
            <b>{prizes ? formatNaira(most) : '\u00a0'}</b>
          </p>
        )}
        {liveDraw && (
          <ButtonLink colour="red" icon="live" href={liveDraw} target="_blank" rel="noopener">
            Go Live
          </ButtonLink>
        )}
      </div>
    </Hero>
  );
}

function Clock({ until }: { until: number }) {
  const seconds = useSecondsUntil(until);
  const figures: [number, string][] = [
    [Math.floor(seconds / 86_400), 'days'],
    [Math.floor(seconds / 3600) % 24, 'hours'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 'sec'],
  ];
  return (
    <div role="timer">
      <ul className={styles.clock}>
        {figures.map(([figure, unit]) => (
          <li key={unit}>
            <b>{`${figure}`.padStart(2, '0')}</b> <span>{unit}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Beam() {
  return (
    <Cover width={360} height={260}>
      <path className={styles.beam} d="M120 0L20 260h320L240 0z" />
    </Cover>
  );
}
