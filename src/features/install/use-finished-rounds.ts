import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { roundAtom } from '../../round/saved-round.ts';
import { isRoundOver } from '../../rules/round.ts';
import { installProgress, noteInstall } from './install-progress.ts';

/** Counts each round that ends on this page; gives how many have ended on this phone. */
export function useFinishedRounds(): number {
  const [rounds, setRounds] = useState(() => installProgress().rounds);
  const round = useAtomValue(roundAtom);
  const ended = round?.state && isRoundOver(round.state) ? round.key : null;
  useEffect(() => {
    if (!ended) return;
    const counted = installProgress().rounds + 1;
    noteInstall({ rounds: counted });
    setRounds(counted);
  }, [ended]);
  return rounds;
}
