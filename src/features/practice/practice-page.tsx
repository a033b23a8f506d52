import { useEffect, useState } from 'react';
import { PageLoading } from '../../components/page-loading.tsx';
import { lagosDate } from '../../rules/calendar.ts';
import {
  dueOn,
  type Mistake,
  PRACTICE_SET_SIZE,
  type Practice,
  type PracticeEvent,
  stepPractice,
} from '../../rules/practice.ts';
import { useSignedInPlayer } from '../../session/use-player.ts';
import { keepStep, readPractice } from './kept-practice.ts';
import { type PlayedSet, PracticePlay } from './play/practice-play.tsx';
import { PracticeStart } from './start/practice-start.tsx';

/** The player's own mistakes, ten at a time (game.md#practice). */
export function PracticePage() {
  const { id } = useSignedInPlayer();
  const [practice, setPractice] = useState<Practice | null>(null);
  const [set, setSet] = useState<readonly Mistake[] | null>(null);
  const [played, setPlayed] = useState<PlayedSet | null>(null);
  const [isKept, setKept] = useState(true);
  const today = lagosDate(Date.now());

  useEffect(() => {
    let isGone = false;
    void readPractice(id).then((found) => !isGone && setPractice(found));
    return () => {
      isGone = true;
    };
  }, [id]);

  /** On the screen at once; a phone that does not keep it says so. */
  function step(event: PracticeEvent) {
    setPractice((before) => before && stepPractice(before, event));
    void keepStep(id, event).then((wasKept) => wasKept || setKept(false));
  }

  if (!practice) return <PageLoading />;
  if (set) {
    return (
      <PracticePlay
        set={set}
        onAnswer={(mistake, said) => {
          const isRight = said === mistake.answer;
          const on = lagosDate(Date.now());
          const answered = { on, id: mistake.id };
          step(isRight ? { type: 'right', ...answered } : { type: 'wrong', ...answered, said });
        }}
        onEnd={(ended) => {
          setSet(null);
          setPlayed(ended);
        }}
      />
    );
  }
  return (
    <PracticeStart
      practice={practice}
      today={today}
      played={played}
      isKept={isKept}
      onStart={() => {
        // The page may have stood there since yesterday.
        setSet(dueOn(practice, lagosDate(Date.now())).slice(0, PRACTICE_SET_SIZE));
      }}
    />
  );
}
