import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  currentQuestion,
  isRoundOver,
  scoreTranscript,
  stepRound,
  transcriptFault,
} from '../../../src/rules/round.ts';
import { cases } from '../../support/cases.ts';
import { type Action, anyPlay, type Moment, type Play, playToTheEnd } from './played-round.ts';

type Played = ReturnType<typeof play>;

const SEED = 20_261_121;

const play = (given: Play) => ({ ...given, ...playToTheEnd(given) });

/** Holds for any actions in a round, in any order and by any clock: a thousand are tried. */
function always(what: string, holds: (played: Played) => void): void {
  test(what, { timeout: 30_000 }, () => {
    fc.assert(
      fc.property(anyPlay, (given) => holds(play(given))),
      { seed: SEED, numRuns: cases(1000) },
    );
  });
}

/** Each action with the state of the round before and after it. */
type Taken = { before: Moment; action: Action; after: Moment };

function stepsOf({ moments }: { moments: Moment[] }): Taken[] {
  return moments.flatMap((after, index) => {
    const before = moments[index - 1];
    return before && after.action ? [{ before, action: after.action, after }] : [];
  });
}

/** The row of the question that an action ended; `undefined` if it ended none. */
const endedBy = ({ before, after }: Taken) => after.state.rows[before.state.rows.length];

always('the time left of a question never grows, and is never more than its timer', (played) => {
  const grown = stepsOf(played).filter((taken) => {
    const { before, after } = taken;
    const most = endedBy(taken) ? played.terms.timerMs : (after.storedLeftMs ?? before.leftMs);
    return after.leftMs > most;
  });
  expect(grown).toEqual([]);
});

always(
  'awake or asleep, whatever the clock was set to, time that passes is time spent',
  (played) => {
    const free = stepsOf(played).filter(({ before, action, after }) => {
      if (!('ms' in action)) return false;
      const flashMs = Math.max(0, before.state.shownAt - before.at);
      const spentMs = Math.max(0, action.ms - flashMs);
      return after.leftMs > Math.max(0, before.leftMs - spentMs);
    });
    expect(free).toEqual([]);
  },
);

always('each question ends exactly once, in dealt order, and stays as it ended', (played) => {
  const { state, questions, moments } = played;
  let ended = 0;
  for (const { state: then } of moments) {
    const { length } = then.rows;
    if (length < ended || length > ended + 1) throw new Error(`${ended} rows became ${length}`);
    ended = length;
  }
  for (const { state: then } of moments.filter((_, index) => index % 10 === 0))
    expect(state.rows.slice(0, then.rows.length)).toEqual(then.rows);
  expect(isRoundOver(state)).toBe(true);
  const ids = state.rows.map(({ questionId }) => questionId);
  expect(ids).toEqual(questions.slice(0, ended).map(({ id }) => id));
  if (!state.left) expect(ids).toHaveLength(questions.length);
});

always('a question is answered only with what was pressed, while its time ran', (played) => {
  for (const taken of stepsOf(played)) {
    const { before, action } = taken;
    const row = endedBy(taken);
    if (row?.end !== 'answered') continue;
    if (action.do !== 'answer') throw new Error(`${action.do} answered a question`);
    const question = played.questions[before.state.rows.length];
    const { choice, ms } = row;
    expect({ choice, ms }).toEqual({
      choice: question?.options[action.option],
      ms: played.terms.timerMs - before.leftMs,
    });
    expect(before.leftMs).toBeGreaterThan(0);
  }
});

always('no coins are spent for a question that is still to come', (played) => {
  const spent = stepsOf(played).filter((taken) => {
    const { before, action } = taken;
    // A reload under a clock that was set back cannot distinguish the flash from the time after it.
    return before.at < before.state.shownAt && action.do !== 'reload' && endedBy(taken);
  });
  expect(spent).toEqual([]);
});

always('points and coins are the sum of the transcript by the terms', (played) => {
  const { terms, questions, state } = played;
  const isRight = state.rows.map(
    ({ end, choice }, index) => end === 'answered' && choice === questions[index]?.answer,
  );
  const rights = isRight.filter(Boolean).length;
  const { points, coins, ...tally } = scoreTranscript(terms, questions, state.rows);
  expect({ points, coins }).toEqual({
    points: rights * terms.pointsPerCorrect,
    coins: state.rows.length * terms.coinsPerQuestion,
  });
  const ends = (end: string) => state.rows.filter((row) => row.end === end).length;
  expect(tally).toEqual({
    right: rights,
    wrong: ends('answered') - rights,
    skipped: ends('skipped'),
    timedOut: ends('timeout'),
  });
});

always('the transcript is without fault after each step', (played) => {
  for (const { state } of played.moments) {
    const fault = state.rows.length > 0 ? transcriptFault(played.questions, state.rows) : null;
    if (fault !== null) throw new Error(fault);
  }
});

always('nothing changes a round that is over', (played) => {
  const { state, moments } = played;
  const late = stepsOf(played).filter((taken) => taken.before.state.left && endedBy(taken));
  expect(late).toEqual([]);
  const at = moments.at(-1)?.at ?? 0;
  expect(currentQuestion(state)).toBeNull();
  for (const type of ['skip', 'timeout', 'resume', 'leave'] as const)
    expect(stepRound(state, { type, at: at + 1_000 })).toBe(state);
});

test('these rounds come by each end, each reload and each clock that there is', {
  timeout: 30_000,
}, () => {
  const seen = new Map<string, number>();
  const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
  for (const played of fc.sample(anyPlay, { seed: SEED, numRuns: 1000 }).map(play)) {
    for (const { end } of played.state.rows) count(end);
    count(played.state.left ? 'left early' : 'played to the end');
    for (const { before, action, after } of stepsOf(played)) {
      const isOver = currentQuestion(before.state) === null;
      if (action.do !== 'reload' || isOver) continue;
      const isEnded = after.state.rows.length > before.state.rows.length;
      count(`reload ${after.storedLeftMs === null ? 'in order' : 'with the clock turned back'}`);
      count(isEnded ? 'reload ends a question' : 'reload goes on');
      if (before.at < before.state.shownAt) count('reload during the flash');
    }
  }
  for (const [what, times] of seen) expect(times, what).toBeGreaterThan(50);
  expect([...seen.keys()]).toHaveLength(10);
});
