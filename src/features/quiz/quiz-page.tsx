import { useAtom, useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { toastInfo } from '../../components/toast.ts';
import { paths } from '../../config/paths.ts';
import { roundAtom } from '../../offline/round-atom.ts';
import { readUnfinishedRound } from '../../offline/unfinished-round.ts';
import { useSignedInPlayer } from '../../session/use-player.ts';
import { QuizScreen } from './quiz-screen.tsx';
import { openRoundAtom } from './round-play.ts';

/**
 * The quiz (gameplay §2). The round comes from the level picker; opened by its address, the
 * unfinished round of that category and level goes on, and without one there is nothing to play
 * (decision 25).
 */
export function QuizPage() {
  const player = useSignedInPlayer();
  const { categoryId, level } = useParams();
  const [round, setRound] = useAtom(roundAtom);
  const open = useSetAtom(openRoundAtom);
  const [isOpen, setOpen] = useState(false);
  const picked = useRef(round);
  const navigate = useNavigate();

  useEffect(() => {
    let isGone = false;
    const matches = (found: typeof round) =>
      found?.playerId === player.id && found.category.id === categoryId && found.level === level;

    async function begin() {
      const found = matches(picked.current)
        ? picked.current
        : await readUnfinishedRound(player.id, Date.now());
      if (isGone) return;
      if (!found || !matches(found)) {
        toastInfo("It's far gone");
        navigate(paths.home, { replace: true });
        return;
      }
      open(found);
      setOpen(true);
    }

    void begin();
    return () => {
      isGone = true;
      setRound(null);
    };
  }, [categoryId, level, player.id, navigate, open, setRound]);

  if (!isOpen || !round) return null;
  return <QuizScreen round={round} />;
}
