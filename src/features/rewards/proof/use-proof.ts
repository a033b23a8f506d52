import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toastError } from '../../../components/toast.ts';
import { atInstant } from '../../../lib/at-instant.ts';
import { pageClock } from '../../../lib/clock.ts';
import { isApiError, messageOf } from '../../../lib/errors.ts';
import { feel } from '../../../lib/feel.ts';
import { newKey } from '../../../lib/new-key.ts';
import { untilAnswered } from '../../../lib/until-answered.ts';
import { keepAwake } from '../../../lib/wake-lock.ts';
import { useRunLine } from '../../../offline/use-run-line.ts';
import { answerProof, type Dealt, findProof, type ProofVerdict } from '../api/proof.ts';
import { isClosed, judged, laid, leftAt, type Table } from './table.ts';

/** Plays a proof round from where it stands; `onEnd` behind its last question (flows.md#proof-round-screen). */
export function useProof(dealt: Dealt, onEnd: () => void) {
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
  const ask = <Reply>(work: (signal: AbortSignal) => Promise<Reply>) =>
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
