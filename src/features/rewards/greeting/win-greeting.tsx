import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLoaded } from '../../../components/use-loaded.ts';
import type { MadeGood, Payout } from '../../../contract/payouts.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import { payoutsQuery } from '../api/payouts.ts';
import { standingOf } from '../winnings/standing.ts';
import { noteGreeted, readGreeted } from './greeted.ts';
import { GreetingDialog } from './greeting-dialog.tsx';

const loadMadeGood = () => import('./made-good-dialog.tsx').then((part) => part.MadeGoodDialog);

type Wins = { wins: Payout[]; isFirst: boolean };

/**
 * Looks for prizes that the player was not greeted with, and for what was made good to them, and tells
 * them once (flows.md#greeting).
 */
export function WinGreeting({ onDone }: { onDone: () => void }) {
  const { id } = useSignedInPlayer();
  // A copy may be from before: only what the server says now is greeted.
  const { data, isError, fetchStatus, dataUpdatedAt } = useQuery({
    ...payoutsQuery(id),
    staleTime: 0,
  });
  const [openedAt] = useState(Date.now);
  const [greeting, setGreeting] = useState<Wins | null>(null);
  const [madeGood, setMadeGood] = useState<MadeGood | null>(null);
  const MadeGoodDialog = useLoaded(madeGood ? loadMadeGood : null);
  const isFresh = data !== undefined && dataUpdatedAt >= openedAt;
  // Without a line nobody waits: the next opening greets.
  const isOver = !greeting && !madeGood && (isError || fetchStatus === 'paused');

  const greet = useEffectEvent(() => {
    const unseen = data?.payouts.filter(({ isSeen }) => !isSeen) ?? [];
    const known = readGreeted(id);
    const wins = unseen.filter(
      (payout) => !known.includes(payout.reference) && standingOf(payout) !== 'over',
    );
    // Nobody waits for it: what does not arrive is told again in the next opening.
    if (unseen.length > 0) {
      void noteGreeted(
        id,
        unseen.map(({ reference }) => reference),
      ).catch(() => undefined);
    }
    setMadeGood(data?.madeGood ?? null);
    if (wins.length === 0) return data?.madeGood ? undefined : onDone();
    setGreeting({ wins, isFirst: wins.length === data?.payouts.length });
  });
  useEffect(() => {
    if (isFresh) greet();
  }, [isFresh]);

  const leave = useEffectEvent(onDone);
  useEffect(() => {
    if (isOver) leave();
  }, [isOver]);

  if (greeting) {
    const goOn = madeGood ? () => setGreeting(null) : onDone;
    return <GreetingDialog {...greeting} onClose={goOn} />;
  }
  return madeGood && MadeGoodDialog && <MadeGoodDialog madeGood={madeGood} onClose={onDone} />;
}
