import { useState } from 'react';
import type * as v from 'valibot';
import { Tag } from '../../components/chip.tsx';
import { Countdown } from '../../components/countdown.tsx';
import { LineStrip } from '../../components/line-strip.tsx';
import { GameScreen, QuestionCard } from '../../components/question.tsx';
import { usePageStart } from '../../components/screens.tsx';
import {
  getProofRound,
  type ProofStand,
  postProofAnswer,
  postProofRound,
  type proofAnswerSchema,
} from '../../contract/proof.ts';
import type { SealedQuestion, Verdict } from '../../contract/rush.ts';
import { pageClock } from '../../lib/clock.ts';
import { NO_NETWORK } from '../../lib/errors.ts';
import { feel } from '../../lib/feel.ts';
import { newKey } from '../../lib/new-key.ts';
import type { RunLine } from '../../offline/use-run-line.ts';
import { countOf, GameBar, LeaveDialog, Said } from '../../play/frame.tsx';
import {
  answerOf,
  askedOf,
  isTableClosed,
  laidOut,
  leftAt,
  type SealedPosition,
  sealedOutcome,
  type Table,
  useSealed,
  withVerdict,
} from '../../play/sealed.ts';
import { ANSWER_FLASH_MS, LEVEL_NAMES } from '../../rules/levels.ts';
import { playerCall } from '../../session/player-call.ts';
import styles from './proof-game.module.css';

type ProofScreenProps = { position: ProofPosition; onEnd: () => void; onLeave: () => void };

/** Shows a question of the proof round on the quiz's screen, without coins and without a Skip button. */
export function ProofScreen({ position, onEnd, onLeave }: ProofScreenProps) {
  const { table, line, answer } = useProof(position, onEnd);
  const [isLeaving, setLeaving] = useState(false);
  usePageStart('Sealed questions');
  const { card, clock, shown } = table;
  const now = pageClock();
  const isRunning = !isTableClosed(table) && now >= clock.from;
  return (
    <GameScreen>
      <GameBar count={countOf(table.number, table.of)} look="gold" onLeave={() => setLeaving(true)}>
        <Tag icon="lock" tone="gold">
          Sealed
        </Tag>
      </GameBar>
      <Countdown
        key={`${card.id} ${clock.from} ${isRunning}`}
        timerMs={table.timerMs}
        leftMs={shown?.leftMs ?? leftAt(clock, now)}
        isRunning={isRunning}
      />
      <LineStrip key={card.id} now={lineWords(line, table)} />
      <QuestionCard
        id={card.id}
        question={card.question}
        options={card.options}
        meta={
          <>
            <span>Confirm your win</span>
            <Tag icon={`level-${card.level}`}>{LEVEL_NAMES[card.level]}</Tag>
          </>
        }
        points={null}
        isClosed={isTableClosed(table)}
        outcomeOf={(option) => sealedOutcome(table, option)}
        onAnswer={answer}
      />
      <Said>{saidOf(table)}</Said>
      <div className={styles.foot} />
      {isLeaving && (
        <LeaveDialog
          title="Leave the questions?"
          lead="The clock of this question runs on. You can go on from My winnings."
          onStay={() => setLeaving(false)}
          onLeave={onLeave}
        />
      )}
    </GameScreen>
  );
}

function saidOf({ asked, shown }: ProofTable): string {
  if (shown?.verdict === 'timeout') return 'Time is up';
  if (shown) return shown.verdict === 'right' ? 'Right answer' : 'Not the answer';
  return asked?.kind === 'answer' ? 'Your answer is on its way' : '';
}

function lineWords(line: RunLine, { asked }: ProofTable) {
  if (line === 'good') return null;
  if (line === 'back') return 'The line was lost. Your questions go on.|Same clock.' as const;
  return asked?.kind === 'answer'
    ? (`${NO_NETWORK}. Your answer is kept.|Stay on this page.` as const)
    : (`${NO_NETWORK}.|The clock goes on.` as const);
}

/** The position of a proof round: the current question, its number, and the number of questions. */
export type ProofPosition = SealedPosition & { card: SealedQuestion; number: number; of: number };

type ProofTable = Table<ProofPosition>;

/** Plays a proof round from a position; `onEnd` follows its last question (rewards.md#proof-round-screen). */
function useProof(position: ProofPosition, onEnd: () => void) {
  const { table, newest, change, ask, carryOut, signal, line } = useSealed<
    ProofPosition,
    ProofTable
  >({
    position,
    place: laidOut,
    isClosed: isTableClosed,
    current: findProof,
    behind: ['proof/question-over', 'proof/not-open'],
    onTimeUp: () => answer(null),
    onLastSeen: onEnd,
    onGone: onEnd,
    onUnknown: () => {
      if (!signal.aborted) onEnd();
    },
  });

  function answer(choice: string | null): void {
    const before = newest.current;
    if (isTableClosed(before)) return;
    change((asked) => ({ ...asked, asked: askedOf(choice) }));
    void carryOut(async () => {
      const body = { number: before.number, ...answerOf(before, choice) };
      const key = newKey();
      const judged = await ask((own) => answerProof(body, before, key, own));
      const { verdict, answer: right, next } = judged;
      if (choice !== null) feel(verdict === 'right' ? 'right' : 'wrong');
      const shown = { choice, answer: right, verdict, points: null };
      change((asked) => withVerdict(asked, shown, next, pageClock()));
    });
  }

  return { table, line: line.state, answer };
}

type ProofAnswer = v.InferOutput<typeof proofAnswerSchema>;

/** The verdict on a question, and the position of the next question; `null` after the last question. */
type ProofVerdict = Pick<Verdict, 'verdict' | 'answer'> & { next: ProofPosition | null };

/** Begins a round, once for a key. */
export async function beginProof(key: string, signal: AbortSignal): Promise<ProofPosition | null> {
  return openRound(await playerCall(postProofRound, { key, signal }));
}

/** Reads the position of the open round; `null` for none. */
export async function findProof(signal: AbortSignal): Promise<ProofPosition | null> {
  return openRound(await playerCall(getProofRound, { signal }));
}

type Round = {
  data: SealedQuestion | null;
  meta?: { round: ProofStand | null } | null | undefined;
};

function openRound({ data, meta }: Round): ProofPosition | null {
  return data && meta?.round ? positionOf(data, meta.round) : null;
}

function positionOf(card: SealedQuestion, stand: ProofStand): ProofPosition {
  const { number, of, timerMs, leftMs, startsInMs } = stand;
  return {
    card,
    number,
    of,
    timerMs,
    leftMs: leftMs ?? timerMs,
    waitsMs: startsInMs,
    isFrozen: false,
  };
}

/** Sends an answer, once for a key, and gives the verdict. */
async function answerProof(
  body: ProofAnswer,
  { of, timerMs }: ProofTable,
  key: string,
  signal: AbortSignal,
): Promise<ProofVerdict> {
  const { data, meta } = await playerCall(postProofAnswer, { body, key, signal });
  const number = body.number + 1;
  // The reply to a repeated call has the clock of the next question, which may already run. Otherwise that
  // clock starts after the flash of the answer.
  const told = meta?.round?.number === number ? meta.round : null;
  const fresh = { number, of, timerMs, leftMs: null, startsInMs: ANSWER_FLASH_MS };
  const next = data.next && positionOf(data.next, told ?? fresh);
  return { verdict: data.verdict, answer: data.answer, next };
}
