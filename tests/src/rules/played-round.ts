import fc from 'fast-check';
import { createClock } from '../../../src/lib/clock.ts';
import { resumeRound } from '../../../src/rules/coming-back.ts';
import {
  ANSWER_FLASH_MS,
  GO_ON_AFTER_MS,
  LEVELS,
  QUESTION_TIMER_MS,
  QUESTIONS_PER_ROUND,
  TIME_UP_MS,
  WRONG_REVEAL_MS,
} from '../../../src/rules/levels.ts';
import {
  beginRound,
  currentQuestion,
  type RoundQuestion,
  type RoundState,
  type RoundTerms,
  stepRound,
  timeLeftMs,
} from '../../../src/rules/round.ts';

/** The actions of a player, their phone and its clock during a round. */
export type Action =
  | { do: 'answer'; option: number }
  | { do: 'skip' | 'timeout' | 'go-on' | 'leave' | 'hide' | 'show' | 'reload' }
  /** Awake or asleep for this long: in sleep, the monotonic clock stops. */
  | { do: 'wait' | 'sleep'; ms: number }
  /** Meanwhile this much time passes, with the phone awake and no reading of the clock in between. */
  | { do: 'set the clock'; byMs: number; ms: number };

/** The inputs of a round. */
export type Play<Q extends RoundQuestion = RoundQuestion> = {
  terms: RoundTerms;
  questions: readonly Q[];
  actions: readonly Action[];
};

/** The state of the round after an action. */
export type Moment = {
  action: Action | null;
  state: RoundState;
  /** The page's clock, in epoch milliseconds. */
  at: number;
  leftMs: number;
  /**
   * After a reload under a clock that was set back: the time left at the last stored step. The page
   * that knew better is gone, so no more than that can count against the player.
   */
  storedLeftMs: number | null;
};

const START = Date.UTC(2026, 10, 21, 9);

type Press =
  | { type: 'answer'; choice: string }
  | { type: 'skip' | 'timeout' | 'go-on' | 'resume' | 'leave' };

/** The figures of every level (game.md#question-timer) and tier (game.md#tiers). */
const anyTerms: fc.Arbitrary<RoundTerms> = fc.constantFrom(...LEVELS).chain((level) =>
  fc.record({
    level: fc.constant(level),
    coinsPerQuestion: fc.constantFrom(10, 15, 20, 25, 30),
    pointsPerCorrect: fc.constantFrom(1, 3, 5, 10, 15),
    timerMs: fc.constant(QUESTION_TIMER_MS[level]),
  }),
);

/** Texts that could break an encoding, an object key or a comparison. */
const OPTIONS = [
  'Pelé',
  'Pele',
  ' Pelé, the King',
  'Jay-Jay "Okocha"',
  'Ọ̀ṣọ́bà',
  '⚽️🇳🇬',
  '<b>0</b>',
  '__proto__',
];

/** Ten questions of four different options each. */
const anyQuestions: fc.Arbitrary<RoundQuestion[]> = fc
  .array(fc.tuple(fc.shuffledSubarray(OPTIONS, { minLength: 4, maxLength: 4 }), fc.nat(3)), {
    minLength: QUESTIONS_PER_ROUND,
    maxLength: QUESTIONS_PER_ROUND,
  })
  .map((dealt) =>
    dealt.map(([options, right], index) => ({
      id: `q${index + 1}`,
      options,
      answer: options[right] ?? '',
    })),
  );

/** Waits around the limits: how long an outcome shows, each timer, and the hours a phone may sleep. */
const anyMs = fc.oneof(
  { weight: 8, arbitrary: fc.nat(4_000) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(0, 1, GO_ON_AFTER_MS, ANSWER_FLASH_MS - 1, ANSWER_FLASH_MS),
  },
  { weight: 2, arbitrary: fc.constantFrom(WRONG_REVEAL_MS, TIME_UP_MS - 1, TIME_UP_MS) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(10_000, 12_000, 15_000), fc.integer({ min: -1, max: 1 }))
      .map(([timerMs, more]) => timerMs + more),
  },
  { weight: 1, arbitrary: fc.nat(7_200_000) },
);

/** The actions of a round, in any order. */
export const anyActions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.nat(4).map((option): Action => ({ do: 'answer', option })) },
    { weight: 12, arbitrary: anyMs.map((ms): Action => ({ do: 'wait', ms })) },
    { weight: 2, arbitrary: anyMs.map((ms): Action => ({ do: 'sleep', ms })) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(anyMs, fc.constantFrom(-1, 1), fc.constantFrom(0, 0, 400, 3_000))
        .map(([by, sign, ms]): Action => ({ do: 'set the clock', byMs: sign * by, ms })),
    },
    {
      weight: 10,
      arbitrary: fc
        .constantFrom(
          ...(['skip', 'timeout', 'timeout', 'go-on', 'go-on'] as const),
          ...(['hide', 'show', 'show', 'reload', 'reload'] as const),
        )
        .map((what): Action => ({ do: what })),
    },
    { weight: 1, arbitrary: fc.constant<Action>({ do: 'leave' }) },
  ),
  { maxLength: 50, size: 'max' },
);

/** Plays a round as the quiz does: each step by the page's clock, stored as JSON, resumed from it. */
function playRound<Q extends RoundQuestion>({
  terms,
  questions,
  actions,
}: Play<Q>): {
  moments: Moment[];
  state: RoundState<Q>;
} {
  const phone = { wall: START, monotonic: 7.3 };
  const openPage = () =>
    createClock(
      () => phone.wall,
      () => phone.monotonic,
    );
  let now = openPage();
  let isHidden = false;
  let state = beginRound(terms, questions, now());
  let stored = { json: JSON.stringify(state), leftMs: terms.timerMs };
  const moments: Moment[] = [];

  const step = (event: Press) => {
    const at = now();
    keep(stepRound(state, { ...event, at }), at);
  };
  const keep = (next: RoundState<Q>, at: number) => {
    if (next === state) return;
    state = next;
    stored = { json: JSON.stringify(next), leftMs: timeLeftMs(next, at) };
  };
  const note = (action: Action | null, storedLeftMs: number | null = null) => {
    const at = now();
    moments.push({ action, state, at, leftMs: timeLeftMs(state, at), storedLeftMs });
  };

  note(null);
  for (const action of actions) {
    let storedLeftMs: number | null = null;
    switch (action.do) {
      case 'wait':
        phone.monotonic += action.ms;
        phone.wall += action.ms;
        break;
      case 'sleep':
        phone.wall += action.ms;
        break;
      case 'set the clock':
        phone.wall += action.byMs + action.ms;
        phone.monotonic += action.ms;
        break;
      case 'hide':
        // When the page is hidden the quiz stores the moment.
        if (!isHidden && timeLeftMs(state, now()) > 0) step({ type: 'resume' });
        isHidden = true;
        break;
      case 'show':
        isHidden = false;
        step({ type: 'resume' });
        break;
      case 'reload': {
        const before = now();
        state = JSON.parse(stored.json);
        phone.monotonic = 3.9;
        now = openPage();
        isHidden = false;
        const at = now();
        if (at < before) storedLeftMs = stored.leftMs;
        keep(resumeRound(state, at), at);
        break;
      }
      case 'answer': {
        const choice = currentQuestion(state)?.options[action.option] ?? 'none of the options';
        if (!isHidden) step({ type: 'answer', choice });
        break;
      }
      case 'timeout':
      case 'skip':
      case 'go-on':
      case 'leave':
        if (!isHidden) step({ type: action.do });
        break;
    }
    note(action, storedLeftMs);
  }
  return { moments, state };
}

/** The same, and then the player watches while the rest runs out. */
export function playToTheEnd<Q extends RoundQuestion>(given: Play<Q>) {
  const ms = given.terms.timerMs + TIME_UP_MS;
  const rest = given.questions.flatMap((): Action[] => [{ do: 'wait', ms }, { do: 'timeout' }]);
  return playRound({ ...given, actions: [...given.actions, { do: 'show' }, ...rest] });
}

/** Any round with any actions. */
export const anyPlay: fc.Arbitrary<Play> = fc.record({
  terms: anyTerms,
  questions: anyQuestions,
  actions: anyActions,
});
