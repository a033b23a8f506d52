import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { Chip } from '../../../components/chip.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PageScreen } from '../../../components/page-screen.tsx';
import { paths } from '../../../config/paths.ts';
import {
  comesBackIn,
  dueOn,
  type Mistake,
  PRACTICE_SET_SIZE,
  type Practice,
} from '../../../rules/practice.ts';
import type { PlayedSet } from '../play/practice-play.tsx';
import { MistakeCard } from './mistake-card.tsx';
import { PassLink } from './pass-link.tsx';
import { PracticeArt, PracticeHero } from './practice-hero.tsx';
import styles from './practice-start.module.css';

type Props = {
  practice: Practice;
  /** The day as `2026-11-17`. */
  today: string;
  /** The set that was just played to its end. */
  played: PlayedSet | null;
  /** Whether the phone keeps what is practised. */
  isKept: boolean;
  onStart: () => void;
};

/** What there is to win back, today and later (game.md#practice). */
export function PracticeStart({ practice, today, played, isKept, onStart }: Props) {
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
      <p className={styles.small}>No clock, no coins, no points. Works with no network.</p>
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

/** `in 3 days`, `in 3 to 10 days`, `tomorrow`. */
function laterText({ first, last }: { first: number; last: number }): string {
  if (first !== last) return `in ${first} to ${last} days`;
  return first === 1 ? 'tomorrow' : `in ${first} days`;
}
