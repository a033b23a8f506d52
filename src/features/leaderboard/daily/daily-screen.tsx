import { useSearchParams } from 'react-router-dom';
import { NetworkStrip } from '../../../components/network-strip.tsx';
import { PageScreen } from '../../../components/page-screen.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { DAILY_TABS, type DailyTab, paths } from '../../../config/paths.ts';
import { useNetwork } from '../../../offline/use-reachable.ts';
import { RUSH_TIERS } from '../../../rules/tournament.ts';
import { checkSubscription } from '../../../subscription/check-subscription.ts';
import { useBoard } from '../api/use-board.ts';
import { useDayTier } from '../api/use-day-tier.ts';
import { RefreshIcon } from '../board/refresh-icon.tsx';
import { choiceOf } from '../choice.ts';
import { PodiumPanel } from '../podium/podium-panel.tsx';
import { ToHome } from '../to-home.tsx';
import { DAILY_TAB_NAMES } from './daily-tab-names.ts';
import { PlayerHero } from './player-hero.tsx';
import { TierPanel } from './tier-panel.tsx';

const TABS = DAILY_TABS.map((value) => ({ value, label: DAILY_TAB_NAMES[value] }));

const DEFAULT_TAB = 'current-day' satisfies DailyTab;

/** The daily boards (game.md#daily-boards); the address says which. */
export function DailyScreen() {
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
