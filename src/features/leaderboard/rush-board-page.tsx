import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { NetworkStrip } from '../../components/network-strip.tsx';
import { PageScreen } from '../../components/page.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { paths } from '../../config/paths.ts';
import { useNetwork } from '../../offline/use-reachable.ts';
import { RUSH_TIERS } from '../../rules/tournament.ts';
import { checkSubscription } from '../../subscription/check.ts';
import { RefreshIcon, ToHome } from './board.tsx';
import { choiceOf, type DayBoard, useBoard, useDayTier } from './board-query.ts';
import { DAILY_TAB_NAMES, TierPanel } from './tier-board.tsx';

const DAYS = ['current-day', 'previous-day'] as const satisfies readonly DayBoard[];

const TABS = DAYS.map((value) => ({ value, label: DAILY_TAB_NAMES[value] }));

/** The tournament's board of a day. It shows prizes and never points (game.md#tournament-pages). */
export function RushBoardPage() {
  const line = useNetwork();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const day = choiceOf<DayBoard>(params.get('tab'), DAYS);
  const asked = choiceOf(params.get('tier'), ['', ...RUSH_TIERS.map(({ tier }) => `${tier}`)]);
  const { tier, isKnown, reads: sought } = useDayTier(day, asked);
  const shown = useBoard(day, { tier });
  const reads = [shown, ...sought];
  useEffect(() => void checkSubscription(), []);

  function choose(tab: DayBoard, chosen = '') {
    setParams(
      { ...(tab !== DAYS[0] && { tab }), ...(chosen && { tier: chosen }) },
      { replace: true },
    );
  }

  function refresh() {
    for (const read of reads) read.refresh();
  }

  return (
    <PageScreen
      title="Rush leaderboard"
      backTo={paths.rush}
      aside={<RefreshIcon reads={reads} onRefresh={refresh} />}
      flush
    >
      {shown.hasFailed && <ToHome />}
      <NetworkStrip line={line} reads={[shown]} />
      <Tabs label="Rush leaderboard" tabs={TABS} value={day} onChange={(value) => choose(value)}>
        <TierPanel
          key={day}
          board={day}
          tier={tier}
          read={isKnown ? shown : null}
          onEnd={refresh}
          onChange={(chosen) => choose(day, `${chosen}`)}
          empty={{
            help: day === 'current-day' ? 'Play a run and be the first.' : 'Today is open.',
            action: 'Play Millionaire Rush',
            onAction: () => navigate(paths.rush),
          }}
        />
      </Tabs>
    </PageScreen>
  );
}
