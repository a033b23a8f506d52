import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Chip } from '../../../components/chip.tsx';
import { NetworkStrip } from '../../../components/network-strip.tsx';
import { PageScreen } from '../../../components/page-screen.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { paths } from '../../../config/paths.ts';
import { useNetwork } from '../../../offline/use-reachable.ts';
import { type ReadBoard, useBoard } from '../api/use-board.ts';
import { BoardLoading } from '../board/board-loading.tsx';
import { choiceOf } from '../choice.ts';
import { PodiumPanel } from '../podium/podium-panel.tsx';
import { ToHome } from '../to-home.tsx';

const TABS = [
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
] as const;

const BOARD_OF = { this: 'current-week', last: 'previous-week' } as const;

/** The weekly and monthly boards (game.md#weekly-and-monthly-boards); the address says which. */
export function WeeklyScreen() {
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
  // A board that has been on the screen stays there.
  const hasShown = useRef(false);
  hasShown.current ||= !isLoading || read.isCopy;

  function refresh() {
    for (const one of new Set([read, boards['current-week'], boards['current-month']]))
      one.refresh();
  }

  function choose(change: Record<string, string>) {
    setParams(change, { replace: true });
  }

  function chooseTab(value: (typeof TABS)[number]['value']) {
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
