import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type * as v from 'valibot';
import { Button, IconButton } from '../../components/button.tsx';
import { Tag } from '../../components/chip.tsx';
import { ChoiceDialog } from '../../components/choice-dialog.tsx';
import { Countdown } from '../../components/countdown.tsx';
import { LineStrip } from '../../components/line-strip.tsx';
import { Bar } from '../../components/page.tsx';
import { GameScreen, type Outcome, QuestionCard } from '../../components/question.tsx';
import { usePageStart } from '../../components/screens.tsx';
import { toastError } from '../../components/toast.ts';
import {
  getProofRound,
  type ProofStand,
  postProofAnswer,
  postProofRound,
  type proofAnswerSchema,
} from '../../contract/proof.ts';
import type { SealedQuestion } from '../../contract/rush.ts';
import { pageClock } from '../../lib/clock.ts';
import { isApiError, messageOf, NO_NETWORK } from '../../lib/errors.ts';
import { feel } from '../../lib/feel.ts';
import { keepAwake } from '../../lib/locks.ts';
import { newKey } from '../../lib/new-key.ts';
import { atInstant, untilAnswered } from '../../lib/until-answered.ts';
import { type RunLine, useRunLine } from '../../offline/use-run-line.ts';
import { ANSWER_FLASH_MS, LEVEL_NAMES } from '../../rules/levels.ts';
import { playerCall } from '../../session/player-call.ts';
import styles from './proof-game.module.css';

/** Longer questions are set smaller, in letters. */
const LONG_QUESTION = 90;

type ProofScreenProps = { dealt: Dealt; onEnd: () => void; onLeave: () => void };

/** A question of the proof round: the quiz's screen, without coins and without a way to skip. */
export function ProofScreen({ dealt, onEnd, onLeave }: ProofScreenProps) {
  const { table, line, answer } = useProof(dealt, onEnd);
  const [isLeaving, setLeaving] = useState(false);
  usePageStart('Sealed questions');
  const { question, stand, clock, shown } = table;
  const now = pageClock();
  const isRunning = !isClosed(table) && now >= clock.from;
  return (
    <GameScreen>
      <Bar ground="stage">
        <IconButton icon="close" aria-label="Leave the game" onClick={() => setLeaving(true)} />
        <p className={styles.count}>
          {stand.number} <small>of {stand.of}</small>
        </p>
        <Tag icon="lock" tone="gold">
          Sealed
        </Tag>
      </Bar>
      <Countdown
        key={`${question.id} ${clock.from} ${isRunning}`}
        timerMs={stand.timerMs}
        leftMs={shown?.verdict.verdict === 'timeout' ? 0 : leftAt(table, now)}
        isRunning={isRunning}
      />
      <LineStrip key={question.id} now={lineWords(line, table)} />
      <QuestionCard
        id={question.id}
        question={question.question}
        options={question.options}
        meta={
          <>
            <span>Confirm your win</span>
            <Tag icon={`level-${question.level}`}>{LEVEL_NAMES[question.level]}</Tag>
          </>
        }
        longOver={LONG_QUESTION}
        points={null}
        isClosed={isClosed(table)}
        outcomeOf={(option) => outcomeOf(table, option)}
        onAnswer={answer}
      />
      {/* Always there: a live region that appears with its text is not read out. */}
      <p className="vh" aria-live="assertive">
        {saidOf(table)}
      </p>
      <div className={styles.foot} />
      {isLeaving && <LeaveDialog onStay={() => setLeaving(false)} onLeave={onLeave} />}
    </GameScreen>
  );
}

function outcomeOf({ asked, shown }: Table, option: string): Outcome | null {
  if (shown) {
    const { verdict, answer } = shown.verdict;
    if (option === shown.choice) return verdict === 'right' ? 'right' : 'wrong';
    return verdict !== 'right' && option === answer ? 'missed' : null;
  }
  return asked?.choice === option ? 'picked' : null;
}

function saidOf({ asked, shown }: Table): string {
  if (shown?.verdict.verdict === 'timeout') return 'Time is up';
  if (shown) return shown.verdict.verdict === 'right' ? 'Right answer' : 'Not the answer';
  return asked?.choice ? 'Your answer is on its way' : '';
}

function lineWords(line: RunLine, { asked }: Table) {
  if (line === 'good') return null;
  if (line === 'back') return 'The line was lost. Your questions go on.|Same clock.' as const;
  return asked?.choice
    ? (`${NO_NETWORK}. Your answer is kept.|Stay on this page.` as const)
    : (`${NO_NETWORK}.|The clock goes on.` as const);
}

type LeaveDialogProps = { onStay: () => void; onLeave: () => void };

/** Leaving is asked first: the clock of this question runs on, the others wait. */
function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  return (
    <ChoiceDialog
      title="Leave the questions?"
      lead="The clock of this question runs on. You can go on from My winnings."
      onClose={onStay}
    >
      <Button onClick={onStay}>Keep playing</Button>
      <Button colour="danger" onClick={onLeave}>
        Leave
      </Button>
    </ChoiceDialog>
  );
}

/** A proof round as this screen plays it; times in epoch milliseconds. */
type Table = Dealt & {
  clock: { leftMs: number; from: number };
  /** What was sent and is not judged yet; its choice is `null` where the time ran out. */
  asked: { choice: string | null } | null;
  /** What was judged, and is seen until `until`. */
  shown: { choice: string | null; verdict: ProofVerdict; toldAt: number; until: number } | null;
};

/** A question on the table, by a reply that came at `at`. */
function laid(dealt: Dealt, at: number): Table {
  const { timerMs, leftMs, startsInMs } = dealt.stand;
  return {
    ...dealt,
    clock: { leftMs: leftMs ?? timerMs, from: at + startsInMs },
    asked: null,
    shown: null,
  };
}

/** What was asked is judged. */
function judged(table: Table, verdict: ProofVerdict, at: number): Table {
  const choice = table.asked?.choice ?? null;
  return {
    ...table,
    asked: null,
    shown: { choice, verdict, toldAt: at, until: at + ANSWER_FLASH_MS },
  };
}

/** Milliseconds left of the question at `at`. */
function leftAt({ clock: { leftMs, from } }: Table, at: number): number {
  return Math.max(0, leftMs - Math.max(0, at - from));
}

/** Whether the table takes no answer. */
function isClosed({ asked, shown }: Table): boolean {
  return asked !== null || shown !== null;
}

/** Plays a proof round from where it stands; `onEnd` behind its last question (rewards.md#proof-round-screen). */
function useProof(dealt: Dealt, onEnd: () => void) {
  const [table, setTable] = useState(() => laid(dealt, pageClock()));
  // A timer may come before the next rendering: what has happened counts at once.
  const newest = useRef(table);
  const put = (next: Table) => {
    newest.current = next;
    setTable(next);
  };
  const line = useRunLine();
  const [left] = useState(() => new AbortController());
  const { signal } = left;
  const ask = <Reply,>(work: (signal: AbortSignal) => Promise<Reply>) =>
    untilAnswered(work, signal, line.lose).finally(line.regain);

  useEffect(() => keepAwake(), []);
  useEffect(() => () => left.abort(), [left]);

  function answer(choice: string | null): void {
    const asked = newest.current;
    if (isClosed(asked)) return;
    put({ ...asked, asked: { choice } });
    send(asked, choice).catch((error: unknown) => {
      if (!signal.aborted) void refused(error);
    });
  }

  async function send(asked: Table, choice: string | null): Promise<void> {
    const { stand } = asked;
    const ms = Math.round(stand.timerMs - leftAt(asked, pageClock()));
    const end = choice === null ? ('timeout' as const) : ('answered' as const);
    const body = { number: stand.number, choice, end, ms };
    const key = newKey();
    const { reply } = await ask((own) => answerProof(body, stand, key, own));
    show(reply, choice !== null);
  }

  function show(verdict: ProofVerdict, isAnswered: boolean): void {
    if (isAnswered) feel(verdict.verdict === 'right' ? 'right' : 'wrong');
    put(judged(newest.current, verdict, pageClock()));
  }

  async function refused(error: unknown): Promise<void> {
    // The guards lead whoever was signed out away.
    if (isApiError(error) && error.status === 401) return;
    const isBehind =
      isApiError(error, 'proof/question-over') || isApiError(error, 'proof/not-open');
    if (!isBehind) toastError(messageOf(error));
    try {
      const { reply } = await ask(findProof);
      if (reply) put(laid(reply, pageClock()));
      else onEnd();
    } catch {
      if (!signal.aborted) onEnd();
    }
  }

  const expire = useEffectEvent(() => answer(null));
  const goOn = useEffectEvent(() => {
    const { shown } = newest.current;
    if (!shown) return;
    const { next } = shown.verdict;
    if (next) put(laid(next, shown.toldAt));
    else onEnd();
  });
  const { clock, shown } = table;
  const isOpen = !isClosed(table);
  useEffect(
    () => (isOpen ? atInstant(clock.from + clock.leftMs, () => expire()) : undefined),
    [isOpen, clock],
  );
  const until = shown?.until;
  useEffect(() => (until ? atInstant(until, () => goOn()) : undefined), [until]);
  // Once the clock starts, the screen shows it.
  const [, setStarted] = useState(0);
  useEffect(() => atInstant(clock.from, () => setStarted(clock.from)), [clock.from]);

  return { table, line: line.state, answer };
}

/** The question on the table, and its clock as the reply was made. */
export type Dealt = { question: SealedQuestion; stand: ProofStand };

type ProofAnswer = v.InferOutput<typeof proofAnswerSchema>;

/** How a question was judged, and what comes next; `null` behind the last one. */
type ProofVerdict = {
  verdict: 'right' | 'wrong' | 'timeout';
  answer: string;
  next: Dealt | null;
};

/** Begins the round, once for its key. */
export async function beginProof(key: string, signal: AbortSignal): Promise<Dealt | null> {
  const { data, meta } = await playerCall(postProofRound, { key, signal });
  return data && meta?.round ? { question: data, stand: meta.round } : null;
}

/** The round that is open, as it stands now; `null` for none. */
export async function findProof(signal: AbortSignal): Promise<Dealt | null> {
  const { data, meta } = await playerCall(getProofRound, { signal });
  return data && meta?.round ? { question: data, stand: meta.round } : null;
}

/** Has a question judged, once for its key; `stand` is where it stood. */
async function answerProof(
  body: ProofAnswer,
  stand: ProofStand,
  key: string,
  signal: AbortSignal,
): Promise<ProofVerdict> {
  const { data, meta } = await playerCall(postProofAnswer, { body, key, signal });
  const number = body.number + 1;
  // A repeat tells the clock as it runs by now. An answer's flash comes before the next one.
  const told = meta?.round?.number === number ? meta.round : null;
  const fresh = { ...stand, number, leftMs: null, startsInMs: ANSWER_FLASH_MS };
  const next = data.next && { question: data.next, stand: told ?? fresh };
  return { verdict: data.verdict, answer: data.answer, next };
}
