import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { Chip } from '../../components/chip.tsx';
import { Icon } from '../../components/icon.tsx';
import { Cover, Hero } from '../../components/marks.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageLink, PageScreen } from '../../components/page.tsx';
import { PageLoading } from '../../components/page-loading.tsx';
import { unbroken } from '../../components/question.tsx';
import { EmptyState } from '../../components/screens.tsx';
import { paths } from '../../config/paths.ts';
import { PRACTICE_DB, practiceLock } from '../../config/storage-keys.ts';
import { holdLock } from '../../lib/locks.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { dayText } from '../../lib/time.ts';
import { withLock } from '../../lib/with-lock.ts';
import { OtherTabScreen } from '../../play/frame.tsx';
import { missedPlaceOf, practices } from '../../round/missed.ts';
import { lagosDate } from '../../rules/calendar.ts';
import { PASS_PLAYERS } from '../../rules/pass-the-phone.ts';
import {
  comesBackIn,
  dueOn,
  type Missed,
  type Mistake,
  NO_PRACTICE,
  PRACTICE_SET_SIZE,
  type Practice,
  type PracticeEvent,
  stepPractice,
} from '../../rules/practice.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import { PracticeArt } from './practice-art.tsx';
import styles from './practice-page.module.css';
import { type PlayedSet, PracticePlay } from './practice-play.tsx';

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

  /** Only one tab plays a set. Another tab waits, and then gets the mistakes that are left. */
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
    // The page may be open since yesterday, so the day is read again.
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

  /** Shows the step at once. If the phone does not keep the step, the page says so. */
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

const placeOf = (playerId: string) => `practice-${playerId}`;

/**
 * The player's mistakes on this phone that can be won back, with those missed since the last time
 * (game.md#practice).
 */
export function readPractice(playerId: string): Promise<Practice> {
  return withLock(PRACTICE_DB, async () => {
    const kept = ((await practices.read(placeOf(playerId))) as Practice | undefined) ?? NO_PRACTICE;
    const missed = (await practices.read(missedPlaceOf(playerId))) as Missed[] | undefined;
    if (!missed) return kept;
    const practice = stepPractice(kept, { type: 'missed', missed });
    await practices.replace(placeOf(playerId), practice, missedPlaceOf(playerId));
    return practice;
  });
}

/**
 * Takes a step of a player's practice, and gives whether the phone keeps it. If the phone does not keep it,
 * the step lasts for this visit only.
 */
export function keepStep(playerId: string, event: PracticeEvent): Promise<boolean> {
  return withLock(PRACTICE_DB, () =>
    practices.change(placeOf(playerId), (practice) => stepPractice(practice as Practice, event)),
  );
}

/** A question that waits, with the player's wrong answer, but never with the right answer. */
function MistakeCard({ mistake }: { mistake: Mistake }) {
  const { category, question, said, missedOn } = mistake;
  return (
    <article className={styles.card}>
      <p className={styles.meta}>
        <span>{category}</span>
        <span>{dayText(Date.parse(missedOn), serverTime())}</span>
      </p>
      <h2 className={styles.question}>{unbroken(question)}</h2>
      <p className={styles.said}>
        <Icon name={said === null ? 'minus' : 'cross'} size={14} />
        {said === null ? 'You gave no answer' : `You said ${said}`}
      </p>
    </article>
  );
}

function PassLink() {
  const { least, most } = PASS_PLAYERS;
  return (
    <PageLink to={paths.passThePhone} className={styles.link}>
      <span className={styles.tile}>
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path d="M3.2 3.2h8.6v17.6H3.2zM15 12h6.5M18 8l4 4-4 4" />
        </svg>
      </span>
      <span>
        <b>Pass the phone</b>
        <span className={styles.small}>
          {least} to {most} players, one phone
        </span>
      </span>
      <Icon name="chev-down" size={18} className={styles.arrow} />
    </PageLink>
  );
}

type PracticeStartProps = {
  practice: Practice;
  /** The day as `2026-11-17`. */
  today: string;
  /** The set that was just played to its end. */
  played: PlayedSet | null;
  /** Whether the phone keeps the practice. */
  isKept: boolean;
  onStart: () => void;
};

/** The mistakes to win back, today and later (game.md#practice). */
function PracticeStart({ practice, today, played, isKept, onStart }: PracticeStartProps) {
  const due = dueOn(practice, today);
  const later = comesBackIn(practice, today);
  const [first] = due;
  const total = practice.mistakes.length;
  return (
    <PageScreen title="Practice" backTo={paths.home} aside={<Chip>Free</Chip>} flush>
      {total > 0 && <PracticeHero count={total} />}
      <div className={styles.page}>
        {!isKept && (
          <Notice kind="warn" role="status">
            This phone cannot keep your practice. It stays until you close the game.
          </Notice>
        )}
        {played && (
          <Notice kind="ok" title={`${played.right} of ${played.right} right now`} role="status">
            {played.atOnce === played.right
              ? 'All at the first try.'
              : `${played.atOnce} at the first try.`}
          </Notice>
        )}
        {total > 0 && (
          <ul className={styles.three}>
            <li>
              <b>{due.length}</b> again today
            </li>
            <li>
              <b>{total - due.length}</b> {later ? laterText(later) : 'later'}
            </li>
            <li className={styles.won}>
              <b>{practice.wonBack}</b> won back
            </li>
          </ul>
        )}
        {first ? (
          <Due first={first} count={Math.min(PRACTICE_SET_SIZE, due.length)} onStart={onStart} />
        ) : later ? (
          <NothingToday when={laterText({ first: later.first, last: later.first })} />
        ) : (
          <NoMistakes wonBack={practice.wonBack} />
        )}
        <PassLink />
      </div>
    </PageScreen>
  );
}

type DueProps = { first: Mistake; count: number; onStart: () => void };

function Due({ first, count, onStart }: DueProps) {
  return (
    <>
      <MistakeCard mistake={first} />
      <Button size="lg" onClick={onStart}>
        Start: {count === 1 ? '1 question' : `${count} questions`}
      </Button>
      <p className={styles.startNote}>No clock, no coins, no points. Works with no network.</p>
    </>
  );
}

function NothingToday({ when }: { when: string }) {
  return (
    <EmptyState art={<PracticeArt />} title="Done for today" help={`The next ones come ${when}.`}>
      <PlayButton />
    </EmptyState>
  );
}

function NoMistakes({ wonBack }: { wonBack: number }) {
  return (
    <EmptyState
      art={<PracticeArt />}
      title={wonBack > 0 ? 'All won back' : 'No mistakes yet'}
      help={
        wonBack > 0
          ? `You won back ${wonBack}. What you miss in a game waits for you here.`
          : 'What you miss in a game waits for you here, and you win it back.'
      }
    >
      <PlayButton />
    </EmptyState>
  );
}

function PlayButton() {
  const navigate = useNavigate();
  return <Button onClick={() => navigate(paths.home)}>Play a game</Button>;
}

/** Says when mistakes come back: `in 3 days`, `in 3 to 10 days`, `tomorrow`. */
function laterText({ first, last }: { first: number; last: number }): string {
  if (first !== last) return `in ${first} to ${last} days`;
  return first === 1 ? 'tomorrow' : `in ${first} days`;
}

/** The number of mistakes to win back, next to a pile of cards. */
function PracticeHero({ count }: { count: number }) {
  return (
    <Hero label="To win back" art={<Beam />}>
      <div className={styles.inside}>
        <div>
          <b className={styles.number}>{count}</b>
          <p className={styles.waiting}>
            <b>{count === 1 ? 'question to win back.' : 'questions to win back.'}</b> You got{' '}
            {count === 1 ? 'it' : 'them'} wrong before.
          </p>
        </div>
        <PracticeArt />
      </div>
    </Hero>
  );
}

function Beam() {
  return (
    <Cover width={360} height={152}>
      <path className={styles.beam} d="M210 0h90l60 152H170z" />
    </Cover>
  );
}
