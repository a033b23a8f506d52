import { useAtom, useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import * as v from 'valibot';
import { GameScreen } from '../../components/question.tsx';
import { toastInfo } from '../../components/toast.ts';
import { paths, quizPath } from '../../config/paths.ts';
import { roundLock } from '../../config/storage-keys.ts';
import { idSchema } from '../../contract/envelope.ts';
import { pageClock } from '../../lib/clock.ts';
import { holdLock } from '../../lib/locks.ts';
import { OtherTabScreen } from '../../play/frame.tsx';
import { readUnfinishedRounds } from '../../round/finish.ts';
import { roundAtom, type SavedRound } from '../../round/store.ts';
import { kickOffAfter } from '../../rules/coming-back.ts';
import { LEVELS } from '../../rules/levels.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import { KickOff } from './kick-off.tsx';
import { openRoundAtom } from './play-round.ts';
import { QuizScreen } from './question-screen.tsx';

/** The page of a round, reached by its address or by navigation state (game.md#coming-back-to-a-round). */
export function QuizPage() {
  const { categoryId, level } = useParams();
  const { state, key } = useLocation();
  // The key is new for each visit, because full time leads to another game at the same address.
  if (categoryId && level) return <RoundAt key={key} categoryId={categoryId} level={level} />;
  const asked = v.safeParse(askedSchema, state);
  if (!asked.success) return <FarGone />;
  return <Navigate to={quizPath(asked.output.categoryId, asked.output.level)} replace />;
}

const askedSchema = v.object({
  categoryId: idSchema,
  level: v.optional(v.fallback(v.picklist(LEVELS), 'hard'), 'hard'),
});

/**
 * Shown if there is nothing to play: a toast says so, and the dashboard opens
 * (game.md#coming-back-to-a-round).
 */
function FarGone() {
  const navigate = useNavigate();
  useEffect(() => {
    toastInfo("It's far gone");
    navigate(paths.home, { replace: true });
  }, [navigate]);
  return null;
}

type Place = { categoryId: string; level: string };

/**
 * Plays the round that the dashboard started, or else the unfinished round of this category and level. Only
 * one tab plays a round. Another tab says so, and takes over when the first tab lets the round go.
 */
function RoundAt({ categoryId, level }: Place) {
  const player = useSignedInPlayer();
  const [round, setRound] = useAtom(roundAtom);
  const open = useSetAtom(openRoundAtom);
  const [stage, setStage] = useState<'finding' | 'elsewhere' | 'kick-off' | 'open' | 'gone'>(
    'finding',
  );
  const picked = useRef(round);
  const navigate = useNavigate();

  useEffect(() => {
    const left = new AbortController();
    let wasElsewhere = false;
    const find = async (isIt: (found: SavedRound) => boolean) =>
      (await readUnfinishedRounds(player.id, Date.now())).find(isIt);
    const isHere = ({ playerId, category, level: own }: SavedRound) =>
      playerId === player.id && category.id === categoryId && own === level;

    async function begin() {
      const found = picked.current && isHere(picked.current) ? picked.current : await find(isHere);
      if (left.signal.aborted) return;
      if (!found) return setStage('gone');
      await holdLock(roundLock(found.key), left.signal, {
        onTaken: () => {
          wasElsewhere = true;
          setStage('elsewhere');
        },
        onHeld: () => void play(found.key),
      });
    }

    async function play(key: string) {
      // The round is read again, because another tab may have continued or ended it.
      const current = await find((found) => found.key === key);
      if (left.signal.aborted) return;
      if (current && kickOffAfter(current.state, pageClock()) !== null) {
        setRound(current);
        setStage('kick-off');
      } else if (current) {
        open(current, 'play');
        setStage('open');
      } else if (wasElsewhere) {
        toastInfo('Your game ended in the other tab');
        navigate(paths.home, { replace: true });
      } else setStage('gone');
    }

    void begin();
    return () => {
      left.abort();
      setRound(null);
    };
  }, [categoryId, level, player.id, navigate, open, setRound]);

  if (stage === 'gone') return <FarGone />;
  if (stage === 'elsewhere') return <OtherTabScreen />;
  // The game's background is shown at once, because a bare page would flash white.
  if (stage === 'finding' || !round) return <GameScreen>{null}</GameScreen>;
  if (stage === 'open') return <QuizScreen round={round} />;
  return (
    <KickOff
      round={round}
      onOver={(how) => {
        open(round, how);
        setStage('open');
      }}
    />
  );
}
