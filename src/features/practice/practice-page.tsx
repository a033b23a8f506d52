import { useEffect, useRef, useState } from 'react';
import { PageLoading } from '../../components/page-loading.tsx';
import { practiceLock } from '../../config/storage-keys.ts';
import { holdLock } from '../../lib/hold-lock.ts';
import { serverTime } from '../../lib/server-clock.ts';
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
import { OtherTabScreen } from '../../start/other-tab-screen.tsx';
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
  const [isElsewhere, setElsewhere] = useState(false);
  const playing = useRef<AbortController>(null);
  const today = lagosDate(serverTime());

  useEffect(() => {
    let isGone = false;
    void readPractice(id).then((found) => !isGone && setPractice(found));
    return () => {
      isGone = true;
      playing.current?.abort();
      playing.current = null;
    };
  }, [id]);

  /** One tab plays a set: another one waits, and is dealt what that one leaves. */
  function start() {
    if (playing.current) return;
    playing.current = new AbortController();
    const { signal } = playing.current;
    void holdLock(practiceLock(id), signal, {
      onTaken: () => setElsewhere(true),
      onHeld: () => void deal(signal),
    });
  }

  async function deal(signal: AbortSignal) {
    const found = await readPractice(id);
    if (signal.aborted) return;
    // The page may have stood there since yesterday.
    const due = dueOn(found, lagosDate(serverTime())).slice(0, PRACTICE_SET_SIZE);
    setPractice(found);
    setElsewhere(false);
    if (due.length > 0) setSet(due);
    else letGo();
  }

  function letGo() {
    playing.current?.abort();
    playing.current = null;
  }

  /** On the screen at once; a phone that does not keep it says so. */
  function step(event: PracticeEvent) {
    setPractice((before) => before && stepPractice(before, event));
    void keepStep(id, event).then((wasKept) => wasKept || setKept(false));
  }

  if (!practice) return <PageLoading />;
  if (isElsewhere) return <OtherTabScreen />;
  if (set) {
    return (
      <PracticePlay
        set={set}
        onAnswer={(mistake, said) => {
          const isRight = said === mistake.answer;
          const on = lagosDate(serverTime());
          const answered = { on, id: mistake.id };
          step(isRight ? { type: 'right', ...answered } : { type: 'wrong', ...answered, said });
        }}
        onEnd={(ended) => {
          letGo();
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
      onStart={start}
    />
  );
}
