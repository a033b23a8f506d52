import { EmptyState } from '../../components/screens.tsx';
import { Tabs } from '../../components/tabs.tsx';
import type { DailyTab } from '../../config/paths.ts';
import { useKnownOffer } from '../../offer/offer.ts';
import { type PrizeOf, usePrizes } from '../../offer/prizes-offer.tsx';
import { formatNumber } from '../../rules/numbers.ts';
import { amountText, mostText } from '../../rules/prize-words.ts';
import { type PrizeRow, WEEKLY_SHOWN_PLACES } from '../../rules/prizes.ts';
import { rowWithPart } from '../../rules/tier-parts.ts';
import { lastPointsOf } from '../../rules/tiers.ts';
import { RUSH_TIERS, rushTier } from '../../rules/tournament.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import {
  BoardFoot,
  BoardRows,
  CashTag,
  NeverRead,
  NoOwnRow,
  OwnRow,
  RowsLoading,
} from './board.tsx';
import type { BoardRead, PeriodBoard, ReadBoard, Tier } from './board-query.ts';
import {
  EmptyPodium,
  isPaying,
  minimumText,
  PeriodLine,
  partText,
  prizesAt,
  WinningZone,
  winnersText,
} from './period.tsx';
import { marksOf, tierName } from './report.tsx';
import styles from './tier-board.module.css';

type TierBoardProps = {
  board: BoardRead;
  /** The tier's prize; `null` for none. */
  prize: PrizeRow | null;
  /** Whether the day is over, so that nobody can get on the board any more. */
  isOver: boolean;
};

/** Lists a tier's places without points: the paid places, the player's own, the rest (game.md#tier-lists). */
function TierBoard({ board, prize, isOver }: TierBoardProps) {
  const { id: playerId } = useSignedInPlayer();
  const { leaderBoard: rows, user: own, position } = board;
  const prizeAt = prizesAt(prize, rows.length);
  const zone = isPaying(prize, rows.length) ? prize : null;
  const places = zone?.places ?? 0;
  const ownRow = own && (
    <OwnRow row={own} position={position} nameOf={tierName}>
      {position === null ? (
        <span className={styles.elsewhere}>In Tier {rushTier(own.highScore)}</span>
      ) : zone && position > places ? (
        <span className={styles.elsewhere}>{placesAway(position - places)}</span>
      ) : (
        <CashTag prize={prizeAt(position, own.highScore)} />
      )}
    </OwnRow>
  );
  const shown = rows.slice(0, WEEKLY_SHOWN_PLACES);
  const isListed = shown.some(({ userId }) => userId === playerId);
  const shared = { playerId, ownRow, nameOf: tierName, markOf: marksOf(shown, tierName) };
  return (
    <>
      <BoardRows rows={shown.slice(0, places)} firstPlace={1} {...shared}>
        {({ highScore }, place) => <CashTag prize={prizeAt(place, highScore)} />}
      </BoardRows>
      {/* With fewer rows than paid places, everybody is in the zone and its end is not shown. */}
      {zone && rows.length >= places && <WinningZone prize={zone} />}
      {ownRow ? (
        !isListed && ownRow
      ) : (
        <NoOwnRow>
          {isOver
            ? 'had no points then.'
            : 'are not on the board yet. Play Millionaire Rush to get a place.'}
        </NoOwnRow>
      )}
      <BoardRows rows={shown.slice(places)} firstPlace={places + 1} {...shared}>
        {() => null}
      </BoardRows>
    </>
  );
}

/** Says how many places a player is from the last paid place. */
function placesAway(places: number): string {
  return places === 1 ? '1 place from the money' : `${formatNumber(places)} places from the money`;
}

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

type TierPanelProps = {
  board: Extract<PeriodBoard, 'current-day' | 'previous-day'>;
  tier: Tier;
  /** `null` until it is known which tier to show. */
  read: ReadBoard | null;
  onChange: (tier: Tier) => void;
  onEnd: () => void;
  /** The words and the button of an empty list. */
  empty: { help: string; action: string; onAction: () => void };
};

/** The tab of a day: the list of a tournament tier, and the choice of the tier (game.md#tier-lists). */
export function TierPanel({ board, tier, read, onChange, onEnd, empty }: TierPanelProps) {
  // The list waits for the prizes too, because a note on the prize that came later would push it.
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

/** Describes a tier: `500 to 999 points. Top 5 win up to ₦3,000.` */
function aboutTier(tier: Tier, prize: PrizeRow | null): string {
  const at = RUSH_TIERS.findIndex((one) => one.tier === tier);
  const { fromPoints } = RUSH_TIERS[at] ?? RUSH_TIERS[0];
  const last = lastPointsOf(RUSH_TIERS, at);
  const points = Number.isFinite(last)
    ? `${formatNumber(fromPoints)} to ${formatNumber(last)} points`
    : `${formatNumber(fromPoints)} points or more`;
  return prize ? `${points}. ${winnersText(prize)} ${mostText(prize)}.` : `${points}.`;
}

/** The names of the daily boards' tabs. */
export const DAILY_TAB_NAMES = {
  'previous-day': 'Previous Day',
  'current-day': 'Current Day',
  'current-week': 'Current Week',
  'previous-week': 'Previous Week',
} as const satisfies Record<DailyTab, string>;
