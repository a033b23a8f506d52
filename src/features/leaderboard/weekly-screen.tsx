import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Chip } from '../../components/chip.tsx';
import { PageScreen } from '../../components/page-screen.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { paths } from '../../config/paths.ts';
import { BoardLoading } from './board-loading.tsx';
import { BoardStrip } from './board-strip.tsx';
import { choiceOf } from './choice.ts';
import { PodiumPanel } from './podium-panel.tsx';
import { ToHome } from './to-home.tsx';
import { type ReadBoard, useBoard } from './use-board.ts';

const TABS = [
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
] as const;

/** The weekly and monthly boards (gameplay §2); the address says which. */
export function WeeklyScreen() {
  const [params, setParams] = useSearchParams();
  const tab = choiceOf(params.get('board'), ['weekly', 'monthly']);
  const week = choiceOf(params.get('week'), ['this', 'last']);
  const board = tab === 'monthly' ? 'this-month' : (`${week}-week` as const);
  const boards = {
    'this-week': useBoard('this-week'),
    'last-week': useBoard('last-week', { enabled: board === 'last-week' }),
    'this-month': useBoard('this-month'),
  };
  const read = boards[board];
  const isLoading = [boards['this-week'], boards['this-month']].some(isOnItsWay);
  // A board that has been on the screen stays there.
  const hasShown = useRef(false);
  hasShown.current ||= !isLoading || read.isCopy;

  function refresh() {
    for (const one of new Set([read, boards['this-week'], boards['this-month']])) one.refresh();
  }

  function choose(change: Record<string, string>) {
    setParams(change, { replace: true });
  }

  function chooseTab(value: (typeof TABS)[number]['value']) {
    const other = boards[value === 'monthly' ? 'this-month' : 'this-week'];
    if (other.hasFailed) other.refresh();
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
      <BoardStrip reads={[read]} />
      <Tabs label="Leaderboard" tabs={TABS} value={tab} onChange={chooseTab}>
        {hasShown.current ? (
          <PodiumPanel key={board} board={board} read={read} onEnd={refresh} />
        ) : (
          <BoardLoading />
        )}
      </Tabs>
    </PageScreen>
  );
}

const isOnItsWay = ({ data, hasFailed }: ReadBoard) => !data && !hasFailed;

function WeekChip({ week, onChange }: { week: 'this' | 'last'; onChange: () => void }) {
  const [shown, other] = week === 'this' ? ['This', 'last'] : ['Last', 'this'];
  return (
    <Chip icon="calendar" opens label={`${shown} week. Change to ${other} week`} onClick={onChange}>
      {shown} week
    </Chip>
  );
}
