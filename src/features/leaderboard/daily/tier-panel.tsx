import { EmptyState } from '../../../components/empty-state.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { useKnownOffer } from '../../../offer/use-known-offer.ts';
import { type PrizeOf, usePrizes } from '../../../offer/use-prizes.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import type { PrizeRow } from '../../../rules/prize-table.ts';
import { amountText, mostText } from '../../../rules/prize-words.ts';
import { rowWithPart } from '../../../rules/tier-parts.ts';
import { lastPointsOf } from '../../../rules/tiers.ts';
import { RUSH_TIERS } from '../../../rules/tournament.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import type { PeriodBoard, Tier } from '../api/board-query.ts';
import type { ReadBoard } from '../api/use-board.ts';
import { BoardFoot } from '../board/board-foot.tsx';
import { RowsLoading } from '../board/board-loading.tsx';
import { PeriodLine } from '../board/period-line.tsx';
import { minimumText, partText, winnersText } from '../board/prize.ts';
import { NeverRead } from '../never-read.tsx';
import { EmptyPodium } from '../podium/empty-podium.tsx';
import { TierBoard } from './tier-board.tsx';
import styles from './tier-panel.module.css';

const tabsOf = (prizeOf: PrizeOf) =>
  RUSH_TIERS.map(({ tier }) => {
    const prize = prizeOf('rush', tier);
    return {
      value: `${tier}` as const,
      label: (
        <>
          Tier {tier} {prize && <small>{amountText(prize)}</small>}
        </>
      ),
    };
  });

type Props = {
  board: Extract<PeriodBoard, 'current-day' | 'previous-day'>;
  tier: Tier;
  /** `null` while it is not known which tier to begin with. */
  read: ReadBoard | null;
  onChange: (tier: Tier) => void;
  onEnd: () => void;
  /** What an empty list says, and the way on from it. */
  empty: { help: string; action: string; onAction: () => void };
};

/** What a tab of a day shows: the tournament's tiers (game.md#tier-lists). */
export function TierPanel({ board, tier, read, onChange, onEnd, empty }: Props) {
  // What is said of the prize later would push the list.
  const isPriced = useKnownOffer() !== null;
  const data = isPriced ? read?.data : undefined;
  const prizeOf = usePrizes(useSignedInPlayer());
  const prize = prizeOf('rush', tier);
  const isOver = board === 'previous-day';
  const minimum = prize && minimumText(prize, data?.leaderBoard.length ?? null, isOver);
  const partNaira = data?.tierParts?.find((part) => part.tier === tier)?.naira;
  const share = prize && partText(prize, partNaira, isOver);
  if (!isPriced && !read?.isNeverRead) {
    return (
      <div className={styles.page}>
        <RowsLoading />
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <Tabs
        look="segments"
        label="Tier"
        tabs={tabsOf(prizeOf)}
        value={`${tier}`}
        onChange={(value) => onChange(Number(value) as Tier)}
        panelClassName={styles.panel}
      >
        <div>
          <p className={styles.about}>{aboutTier(tier, prize)}</p>
          {minimum && <p className={styles.about}>{minimum}</p>}
          {share && <p className={styles.about}>{share}</p>}
          {read && data && (
            <PeriodLine
              key={tier}
              period={data.period}
              isRunning={!isOver}
              isAsking={read.isFetching}
              onEnd={onEnd}
              ground="page"
            />
          )}
        </div>
        {!data && (read?.isNeverRead ? <NeverRead /> : <RowsLoading />)}
        {data && data.leaderBoard.length === 0 && (
          <EmptyState
            art={<EmptyPodium />}
            title={isOver ? `Nobody was in Tier ${tier}` : 'No leaderboard yet'}
            {...empty}
          />
        )}
        {data && data.leaderBoard.length > 0 && (
          <TierBoard board={data} prize={prize && rowWithPart(prize, partNaira)} isOver={isOver} />
        )}
      </Tabs>
      <BoardFoot />
    </div>
  );
}

/** `500 to 999 points. Top 5 win up to ₦3,000.` */
function aboutTier(tier: Tier, prize: PrizeRow | null): string {
  const at = RUSH_TIERS.findIndex((one) => one.tier === tier);
  const { fromPoints } = RUSH_TIERS[at] ?? RUSH_TIERS[0];
  const last = lastPointsOf(RUSH_TIERS, at);
  const points = Number.isFinite(last)
    ? `${formatNumber(fromPoints)} to ${formatNumber(last)} points`
    : `${formatNumber(fromPoints)} points or more`;
  return prize ? `${points}. ${winnersText(prize)} ${mostText(prize)}.` : `${points}.`;
}
