import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Avatar } from '../../components/avatar.tsx';
import { Chip } from '../../components/chip.tsx';
import { Hero, Stripes } from '../../components/marks.tsx';
import { NetworkStrip } from '../../components/network-strip.tsx';
import { PageScreen } from '../../components/page.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { DAILY_TABS, type DailyTab, paths } from '../../config/paths.ts';
import type { User } from '../../contract/user.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { useNetwork } from '../../offline/use-reachable.ts';
import { accountAgeDays, dayOf, weekOf } from '../../rules/calendar.ts';
import type { Network } from '../../rules/networks.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { PROMO_MAX_ACCOUNT_AGE_DAYS } from '../../rules/promos.ts';
import { RUSH_TIERS } from '../../rules/tournament.ts';
import { playerName } from '../../session/player-name.ts';
import { useBrand, useSignedInPlayer } from '../../session/session.ts';
import { checkSubscription } from '../../subscription/check.ts';
import { BoardLoading, RefreshIcon, ToHome } from './board.tsx';
import { choiceOf, type ReadBoard, useBoard, useDayTier } from './board-query.ts';
import styles from './leaderboard-page.module.css';
import { PodiumPanel } from './podium.tsx';
import { ReportHost } from './report.tsx';
import { DAILY_TAB_NAMES, TierPanel } from './tier-board.tsx';

/** Shows the daily or the weekly boards, depending on the account (game.md#which-boards-a-player-sees). */
export function LeaderboardPage() {
  const player = useSignedInPlayer();
  const brand = useBrand();
  const [openedAt] = useState(serverTime);
  useEffect(() => void checkSubscription(), []);
  return (
    <ReportHost>
      {seesDailyBoards(player, brand, openedAt) ? <DailyScreen /> : <WeeklyScreen />}
    </ReportHost>
  );
}

/**
 * Whether a player sees the daily boards: if their account is at most 30 days old, or if their network pays
 * no weekly cash. An account without a date counts as older. `now` is in epoch milliseconds
 * (game.md#which-boards-a-player-sees).
 */
export function seesDailyBoards(
  { createdAt }: Pick<User, 'createdAt'>,
  { prizes }: Pick<Network, 'prizes'>,
  now: number,
): boolean {
  if (!prizes.includes('weekly-cash')) return true;
  return accountAgeDays(Date.parse(createdAt ?? ''), now) <= PROMO_MAX_ACCOUNT_AGE_DAYS;
}

const TABS = DAILY_TABS.map((value) => ({ value, label: DAILY_TAB_NAMES[value] }));

const DEFAULT_TAB = 'current-day' satisfies DailyTab;

/** Shows the daily board that the address names (game.md#daily-boards). */
function DailyScreen() {
  const line = useNetwork();
  const [params, setParams] = useSearchParams();
  const tab = choiceOf<DailyTab>(params.get('tab'), [DEFAULT_TAB, ...DAILY_TABS]);
  const isDay = tab === 'current-day' || tab === 'previous-day';
  const asked = choiceOf(params.get('tier'), ['', ...RUSH_TIERS.map(({ tier }) => `${tier}`)]);

  const dayTier = useDayTier(isDay ? tab : DEFAULT_TAB, asked, isDay);
  const { tier } = dayTier;
  const shown = useBoard(tab, { tier: isDay ? tier : null });
  const own = useBoard(isDay ? 'current-day' : 'current-week', { tier: isDay ? 1 : null });
  const reads = [shown, own, ...dayTier.reads];

  function choose(change: { tab: DailyTab; tier?: string }) {
    const isDefault = change.tab === DEFAULT_TAB && !change.tier;
    setParams(isDefault ? {} : change, { replace: true });
  }

  function refreshBoards() {
    for (const read of reads) read.refresh();
  }

  function refresh() {
    void checkSubscription();
    refreshBoards();
  }

  return (
    <PageScreen
      title="Daily leaderboard"
      backTo={paths.home}
      aside={<RefreshIcon reads={reads} onRefresh={refresh} />}
      flush
    >
      {shown.hasFailed && <ToHome />}
      <NetworkStrip line={line} reads={[shown]} />
      <PlayerHero period={isDay ? 'day' : 'week'} board={own} />
      <Tabs
        label="Daily leaderboard"
        tabs={TABS}
        value={tab}
        onChange={(value) => choose({ tab: value })}
      >
        {isDay ? (
          <TierPanel
            key={tab}
            board={tab}
            tier={tier}
            read={dayTier.isKnown ? shown : null}
            onEnd={refreshBoards}
            onChange={(chosen) => choose({ tab, tier: `${chosen}` })}
            empty={{
              help: 'Only points of Millionaire Rush count here. Those of your other games are in the week.',
              action: `See ${DAILY_TAB_NAMES['current-week']}`,
              onAction: () => choose({ tab: 'current-week' }),
            }}
          />
        ) : (
          <PodiumPanel key={tab} board={tab} read={shown} onEnd={refreshBoards} />
        )}
      </Tabs>
    </PageScreen>
  );
}

const PERIODS = {
  day: { periodOf: dayOf, again: 'Starts again at midnight', unit: 'Rush points today' },
  week: { periodOf: weekOf, again: 'Starts again on Monday', unit: 'points this week' },
} as const;

type PlayerHeroProps = {
  period: keyof typeof PERIODS;
  board: ReadBoard;
};

/** Shows the player with their points of the current day or week (game.md#daily-boards). */
function PlayerHero({ period, board }: PlayerHeroProps) {
  const player = useSignedInPlayer();
  const name = playerName(player);
  const { again, unit } = PERIODS[period];
  const points = pointsOf(period, board);
  return (
    <Hero label="You" art={<Stripes />}>
      <div className={styles.line}>
        <Avatar id={player.id} name={name} image={player.image} size="lg" />
        <div className={styles.who}>
          <strong className="one-line" dir="auto" translate="no">
            {name}
          </strong>
          {/* If the API sends the period, the line below the tabs says when it ends. */}
          {board.data?.period === null && <p>{again}</p>}
        </div>
        <p className={styles.points} aria-busy={points === null}>
          <b>{points === null ? '–' : formatNumber(points)}</b> <span>{unit}</span>
        </p>
      </div>
    </Hero>
  );
}

/** Gives the player's points; `null` until there is a reply or copy from the current period. */
function pointsOf(period: PlayerHeroProps['period'], { data, savedAt }: ReadBoard): number | null {
  if (!data || savedAt === null) return null;
  if (PERIODS[period].periodOf(serverTime(savedAt)).endsAt <= serverTime()) return null;
  return data.user?.highScore ?? 0;
}

const WEEKLY_TABS = [
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
] as const;

const BOARD_OF = { this: 'current-week', last: 'previous-week' } as const;

/** Shows the weekly or monthly board that the address names (game.md#weekly-and-monthly-boards). */
function WeeklyScreen() {
  const line = useNetwork();
  const [params, setParams] = useSearchParams();
  const tab = choiceOf(params.get('board'), ['weekly', 'monthly']);
  const week = choiceOf(params.get('week'), ['this', 'last']);
  const board = tab === 'monthly' ? 'current-month' : BOARD_OF[week];
  const boards = {
    'current-week': useBoard('current-week'),
    'previous-week': useBoard('previous-week', { enabled: board === 'previous-week' }),
    'current-month': useBoard('current-month'),
  };
  const read = boards[board];
  const isLoading = [boards['current-week'], boards['current-month']].some(isOnItsWay);
  // A board that has been on the screen is not replaced by a loading state.
  const hasShown = useRef(false);
  hasShown.current ||= !isLoading || read.isCopy;

  function refresh() {
    for (const one of new Set([read, boards['current-week'], boards['current-month']]))
      one.refresh();
  }

  function choose(change: Record<string, string>) {
    setParams(change, { replace: true });
  }

  function chooseTab(value: (typeof WEEKLY_TABS)[number]['value']) {
    const other = boards[value === 'monthly' ? 'current-month' : 'current-week'];
    if (other.hasFailed || other.isNeverRead) other.refresh();
    choose(value === 'monthly' ? { board: value } : {});
  }

  return (
    <PageScreen
      title="Leaderboard"
      backTo={paths.home}
      aside={
        tab === 'weekly' && (
          <WeekChip week={week} onChange={() => choose(week === 'this' ? { week: 'last' } : {})} />
        )
      }
      flush
    >
      {read.hasFailed && <ToHome />}
      <NetworkStrip line={line} reads={[read]} />
      <Tabs label="Leaderboard" tabs={WEEKLY_TABS} value={tab} onChange={chooseTab}>
        {hasShown.current ? (
          <PodiumPanel key={board} board={board} read={read} onEnd={refresh} />
        ) : (
          <BoardLoading />
        )}
      </Tabs>
    </PageScreen>
  );
}

const isOnItsWay = ({ data, hasFailed, isNeverRead }: ReadBoard) =>
  !data && !hasFailed && !isNeverRead;

function WeekChip({ week, onChange }: { week: 'this' | 'last'; onChange: () => void }) {
  const [shown, other] = week === 'this' ? ['This', 'last'] : ['Last', 'this'];
  return (
    <Chip icon="calendar" opens label={`${shown} week. Change to ${other} week`} onClick={onChange}>
      {shown} week
    </Chip>
  );
}
