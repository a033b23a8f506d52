import { EmptyState } from '../../components/empty-state.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { formatNaira } from '../../rules/money.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { RUSH_PAID_PLACES, RUSH_TIERS } from '../../rules/tournament.ts';
import { RowsLoading } from './board-loading.tsx';
import type { BoardName, Tier } from './board-query.ts';
import { EmptyPodium } from './empty-podium.tsx';
import { PeriodLine } from './period-line.tsx';
import { TierBoard } from './tier-board.tsx';
import styles from './tier-panel.module.css';
import type { ReadBoard } from './use-board.ts';

const TABS = RUSH_TIERS.map(({ tier, cashNaira }) => ({
  value: `${tier}` as const,
  label: (
    <>
      Tier {tier} <small>{formatNaira(cashNaira)}</small>
    </>
  ),
}));

type Props = {
  board: Extract<BoardName, 'this-day' | 'last-day'>;
  tier: Tier;
  /** `null` while it is not known which tier to begin with. */
  read: ReadBoard | null;
  onChange: (tier: Tier) => void;
  onEnd: () => void;
};

/** What a tab of a day shows: the tournament's tiers (gameplay §2). */
export function TierPanel({ board, tier, read, onChange, onEnd }: Props) {
  const data = read?.data;
  return (
    <div className={styles.page}>
      <Tabs
        look="segments"
        label="Tier"
        tabs={TABS}
        value={`${tier}`}
        onChange={(value) => onChange(Number(value) as Tier)}
        panelClassName={styles.panel}
      >
        <div>
          <p className={styles.about}>{aboutTier(tier)}</p>
          {read && data && (
            <PeriodLine
              key={tier}
              period={data.period}
              isRunning={board === 'this-day'}
              isAsking={read.isFetching}
              onEnd={onEnd}
              ground="page"
            />
          )}
        </div>
        {!data && <RowsLoading />}
        {data && data.leaderBoard.length === 0 && (
          <EmptyState
            art={<EmptyPodium />}
            title="No leaderboard yet"
            help="Points of Millionaire Rush count here."
          />
        )}
        {data && data.leaderBoard.length > 0 && (
          <TierBoard board={data} tier={tier} isOver={board === 'last-day'} />
        )}
      </Tabs>
    </div>
  );
}

/** `500 to 999 points. Top 5 win ₦3,000.` */
function aboutTier(tier: Tier): string {
  const at = RUSH_TIERS.findIndex((one) => one.tier === tier);
  const { fromPoints = 0, cashNaira = 0 } = RUSH_TIERS[at] ?? {};
  const next = RUSH_TIERS[at + 1];
  const points = next
    ? `${formatNumber(fromPoints)} to ${formatNumber(next.fromPoints - 1)} points`
    : `${formatNumber(fromPoints)} points or more`;
  return `${points}. Top ${RUSH_PAID_PLACES} win ${formatNaira(cashNaira)}.`;
}
