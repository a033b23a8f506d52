import { useSearchParams } from 'react-router-dom';
import { IconButton } from '../../components/button.tsx';
import { PageScreen } from '../../components/page-screen.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { paths } from '../../config/paths.ts';
import { rushTier } from '../../rules/tournament.ts';
import { checkSubscription } from '../../session/check-subscription.ts';
import type { BoardName, Tier } from './board-query.ts';
import { BoardStrip } from './board-strip.tsx';
import { choiceOf } from './choice.ts';
import styles from './daily-screen.module.css';
import { DayHero } from './day-hero.tsx';
import { PodiumPanel } from './podium-panel.tsx';
import { TierPanel } from './tier-panel.tsx';
import { ToHome } from './to-home.tsx';
import { useBoard } from './use-board.ts';

const TABS = [
  { value: 'previous-day', label: 'Previous Day' },
  { value: 'current-day', label: 'Current Day' },
  { value: 'current-week', label: 'Current Week' },
  { value: 'previous-week', label: 'Previous Week' },
] as const;

const BOARD_OF = {
  'current-day': 'this-day',
  'previous-day': 'last-day',
  'current-week': 'this-week',
  'previous-week': 'last-week',
} as const satisfies Record<(typeof TABS)[number]['value'], BoardName>;

/** The daily boards (gameplay §2); the address says which. */
export function DailyScreen() {
  const [params, setParams] = useSearchParams();
  const tab = choiceOf(params.get('tab'), [
    'current-day',
    'previous-day',
    'current-week',
    'previous-week',
  ]);
  const board = BOARD_OF[tab];
  const isDay = board === 'this-day' || board === 'last-day';
  const asked = choiceOf(params.get('tier'), ['', '1', '2', '3']);

  // Each tier's reply tells the player's own points of the day, which set the tier to begin with.
  const today = useBoard('this-day', { tier: 1 });
  const day = useBoard(isDay ? board : 'this-day', { tier: 1, enabled: asked === '' });
  const tier = asked ? (Number(asked) as Tier) : rushTier(day.data?.user?.highScore ?? 0);
  const shown = useBoard(board, { tier: isDay ? tier : null });
  const isTierKnown = asked !== '' || day.data !== undefined;
  const reads = board === 'this-day' && tier === 1 ? [shown] : [shown, today];

  function refreshBoards() {
    for (const read of reads) read.refresh();
    if (asked === '') day.refresh();
  }

  function refresh() {
    checkSubscription();
    refreshBoards();
  }

  const isBusy = reads.some(({ isFetching }) => isFetching);
  return (
    <PageScreen
      title="Daily leaderboard"
      backTo={paths.home}
      aside={
        <IconButton
          icon="refresh"
          aria-label="Refresh"
          aria-busy={isBusy}
          className={styles.refresh}
          onClick={isBusy ? undefined : refresh}
        />
      }
      flush
    >
      {shown.hasFailed && <ToHome />}
      <BoardStrip reads={[shown]} />
      <DayHero today={today} />
      <Tabs
        label="Daily leaderboard"
        tabs={TABS}
        value={tab}
        onChange={(value) =>
          setParams(value === 'current-day' ? {} : { tab: value }, { replace: true })
        }
      >
        {board === 'this-day' || board === 'last-day' ? (
          <TierPanel
            key={board}
            board={board}
            tier={tier}
            read={isTierKnown ? shown : null}
            onEnd={refreshBoards}
            onChange={(chosen) => setParams({ tab, tier: `${chosen}` }, { replace: true })}
          />
        ) : (
          <PodiumPanel key={board} board={board} read={shown} onEnd={refreshBoards} />
        )}
      </Tabs>
    </PageScreen>
  );
}
