import { Avatar } from '../../../components/avatar.tsx';
import { cx } from '../../../components/cx.ts';
import { Hero } from '../../../components/hero.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Stripes } from '../../../components/pitch.tsx';
import type { WeekPlace } from '../../../contract/boards.ts';
import type { User } from '../../../contract/user.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { spanText } from '../../../lib/time.ts';
import { weekOf } from '../../../rules/calendar.ts';
import { formatNaira } from '../../../rules/money.ts';
import { formatNumber, ordinal } from '../../../rules/numbers.ts';
import { playerName } from '../../../session/player-name.ts';
import { useBrand } from '../../../session/use-brand.ts';
import styles from './front.module.css';
import { TierToday } from './tier-today.tsx';
import { useShownBefore } from './use-shown-before.ts';

type Props = {
  player: User;
  /** Of this week; `undefined` while they are on their way. */
  points: number | undefined;
  /** `undefined` while it is on its way, `null` from an API that does not tell. */
  week: WeekPlace | null | undefined;
};

/** The player between the place and the points of the week, and what that wins. */
export function Front({ player, points, week }: Props) {
  const hasWeeklyCash = useBrand().prizes.includes('weekly-cash');
  const now = serverTime();
  return (
    <Hero label="You" art={<Stripes />}>
      <div className={styles.row}>
        <Figure
          name="place"
          value={week?.place ? ordinal(week.place) : undefined}
          isBusy={week === undefined}
          label={week !== null && 'place this week'}
        />
        <Avatar
          id={player.id}
          name={playerName(player)}
          image={player.image}
          size="lg"
          className={styles.me}
        />
        <Figure
          name="points"
          value={points === undefined ? undefined : formatNumber(points)}
          isBusy={points === undefined}
          label={points === 1 ? 'point this week' : 'points this week'}
        />
      </div>
      <p className={styles.line}>
        {hasWeeklyCash ? <Money week={week} /> : <TierToday playerId={player.id} />}{' '}
        <span className={styles.reset}>
          Resets in <b>{spanText(weekOf(now).endsAt - now)}</b>
        </span>
      </p>
    </Hero>
  );
}

type FigureProps = {
  name: string;
  value: string | undefined;
  isBusy: boolean;
  /** `false` where nobody will tell. */
  label: string | false;
};

function Figure({ name, value, isBusy, label }: FigureProps) {
  const before = useShownBefore(name, value);
  const hasMoved = before !== undefined && before !== value;
  const [number, suffix] = value?.split(/(?=[a-z]{2}$)/) ?? [label && '–'];
  return (
    <p className={styles.figure} aria-busy={isBusy}>
      <b key={value} className={cx(hasMoved && styles.moved)}>
        {number}
        {suffix && <sup>{suffix}</sup>}
      </b>{' '}
      <span>{label}</span>
    </p>
  );
}

/** As long as most sums. */
const ROOM_FOR_NAIRA = 1000;

/** What the place wins now, else how far the next one is. */
function Money({ week }: { week: WeekPlace | null | undefined }) {
  if (week === null) return null;
  // Its room is kept: the line must not break when the answer comes.
  if (!week)
    return (
      <span className={styles.unknown}>
        <Cash naira={ROOM_FOR_NAIRA} />
      </span>
    );
  const { place, toNext, cashNaira } = week;
  if (cashNaira > 0) {
    return (
      <span>
        <Cash naira={cashNaira} />
      </span>
    );
  }
  if (place === null) return <span>Play for a place</span>;
  if (toNext === null || place === 1) return null;
  return (
    <span>
      <b>
        {formatNumber(toNext)} {toNext === 1 ? 'point' : 'points'}
      </b>{' '}
      to {ordinal(place - 1)}
    </span>
  );
}

function Cash({ naira }: { naira: number }) {
  return (
    <>
      <Icon name="cash" size={16} />
      <b className={styles.gold}>{formatNaira(naira)}</b> in the money
    </>
  );
}
