import { useSearchParams } from 'react-router-dom';
import { IconButton } from '../../../components/button.tsx';
import { PageScreen } from '../../../components/page-screen.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { DAILY_TABS, type DailyTab, paths } from '../../../config/paths.ts';
import { RUSH_TIERS, rushTier } from '../../../rules/tournament.ts';
import { checkSubscription } from '../../../session/check-subscription.ts';
import type { Tier } from '../api/board-query.ts';
import { useBoard } from '../api/use-board.ts';
import { BoardStrip } from '../board/board-strip.tsx';
import { choiceOf } from '../choice.ts';
import { PodiumPanel } from '../podium/podium-panel.tsx';
import { ToHome } from '../to-home.tsx';
import styles from './daily-screen.module.css';
import { DAILY_TAB_NAMES } from './daily-tab-names.ts';
import { PlayerHero } from './player-hero.tsx';
import { TierPanel } from './tier-panel.tsx';

const TABS = DAILY_TABS.map((value) => ({ value, label: DAILY_TAB_NAMES[value] }));

const DEFAULT_TAB: DailyTab = 'current-day';

/** The daily boards (game.md#daily-boards); the address says which. */
export function DailyScreen() {
  const [params, setParams] = useSearchParams();
  const tab = choiceOf<DailyTab>(params.get('tab'), [DEFAULT_TAB, ...DAILY_TABS]);
  const isDay = tab === 'current-day' || tab === 'previous-day';
  const asked = choiceOf(params.get('tier'), ['', ...RUSH_TIERS.map(({ tier }) => `${tier}`)]);

  // Each tier's reply tells the player's own points of the day, which set the tier to begin with.
  const seeksTier = isDay && asked === '';
  const day = useBoard(isDay ? tab : DEFAULT_TAB, { tier: 1, enabled: seeksTier });
  const tier = asked ? (Number(asked) as Tier) : rushTier(day.data?.user?.highScore ?? 0);
  const shown = useBoard(tab, { tier: isDay ? tier : null });
  const own = useBoard(isDay ? 'current-day' : 'current-week', { tier: isDay ? 1 : null });
  const isTierKnown = !seeksTier || day.data !== undefined;
  const reads = seeksTier ? [shown, own, day] : [shown, own];

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
            read={isTierKnown ? shown : null}
            onEnd={refreshBoards}
            onChange={(chosen) => choose({ tab, tier: `${chosen}` })}
            onWeek={() => choose({ tab: 'current-week' })}
          />
        ) : (
          <PodiumPanel key={tab} board={tab} read={shown} onEnd={refreshBoards} />
        )}
      </Tabs>
    </PageScreen>
  );
}
