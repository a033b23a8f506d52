import type { Tally } from '../../../server/rounds/likelihood.ts';
import type { Week, WeekAnswer, WeekRound } from '../../../server/rounds/week-flags.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { ANSWER_FLASH_MS, type Level, QUESTIONS_PER_ROUND } from '../../../src/rules/levels.ts';
import { DAILY_PLAY_CAP } from '../../../src/rules/plays.ts';
import { type Answered, answer, knows, type Person, tapBlind } from './people.ts';
import { type Chance, normal, STOCKS, type Stock, type StockQuestion } from './stock.ts';

/** How a question is answered: by a person, or by a program in their place. */
type Answers = (question: StockQuestion, isKnown: boolean) => Answered;

/** What plays in somebody's place. */
export type Program = { answers: Answers; roundsADay: number; hours?: Hours };

/** When the rounds of a day are begun, in milliseconds from its start. */
type Hours = (rounds: number, next: Chance) => number[];

const HOUR_MS = 3_600_000;
const MONDAY = Date.parse('2026-11-16T00:00:00+01:00');

/** Somebody who plays on, week after week: what they were asked and what they know again. */
export class Career {
  readonly who: Person;
  readonly #next: Chance;
  readonly #met = new Map<Stock, number>();
  readonly #known = new Map<Stock, Uint8Array>();
  readonly #past = new Map<Level, Tally>();

  constructor(who: Person, next: Chance) {
    this.who = who;
    this.#next = next;
  }

  /** How they answered new questions so far. */
  get past(): Record<Level, Tally> {
    const of = (level: Level) => ({ ...(this.#past.get(level) ?? { right: 0, asked: 0 }) });
    return { easy: of('easy'), medium: of('medium'), hard: of('hard') };
  }

  /** Plays a week; a program may answer in their place, at hours of its own. */
  week(program?: Program): Week {
    const past = this.past;
    const rounds: WeekRound[] = [];
    for (let day = 0; day < 7; day += 1) {
      const count = this.#roundsToday(program?.roundsADay ?? this.who.roundsADay);
      const hours = program?.hours ?? ((many) => this.#hours(many));
      let free = 0;
      for (const at of hours(count, this.#next)) {
        const round = this.#round(this.who.level, program?.answers);
        const issuedAt = Math.max(at, free);
        free = issuedAt + lengthOf(round) + this.who.pauseMs;
        rounds.push({ ...round, issuedAt: MONDAY + day * DAY_MS + issuedAt });
      }
    }
    for (const { level, answers } of rounds) this.#remember(level, answers);
    return { rounds, past };
  }

  #roundsToday(mean: number): number {
    return Math.min(DAILY_PLAY_CAP, Math.max(0, Math.round(mean * (1 + 0.5 * normal(this.#next)))));
  }

  /** Sessions in the time that they are awake; a round waits for the one before. */
  #hours(count: number): number[] {
    const { wakesAt, awakeHours } = this.who;
    const sessions = 1 + Math.floor(this.#next() * 3);
    const starts = Array.from({ length: sessions }, () => this.#next() * (awakeHours - 2));
    return Array.from({ length: count }, (_, index) => {
      return HOUR_MS * (wakesAt + (starts[index % sessions] ?? 0));
    }).toSorted((a, b) => a - b);
  }

  #round(level: Level, program?: Answers): Omit<WeekRound, 'issuedAt'> {
    const stocks = STOCKS.filter((stock) => stock.level === level);
    const favourite = this.who.favours.indexOf(Math.max(...this.who.favours));
    const isFavourite = this.#next() < 0.6;
    const any = Math.floor(this.#next() * stocks.length);
    const stock = stocks[isFavourite ? favourite : any];
    if (!stock) throw new Error('there is no such stock');
    const isBlind = program === undefined && this.#next() < this.who.blind;
    const answers: WeekAnswer[] = [];
    for (let number = 0; number < QUESTIONS_PER_ROUND; number += 1) {
      const { question, isNew, isRecalled } = this.#deal(stock);
      const isKnown = this.#next() < knows(this.who, stock.category, question);
      const how = { isKnown, isRecalled };
      const given = this.#answer(program, isBlind, question, how);
      answers.push({ ...given, letters: question.letters, isNew });
    }
    return { level, answers };
  }

  #answer(
    program: Answers | undefined,
    isBlind: boolean,
    question: StockQuestion,
    how: { isKnown: boolean; isRecalled: boolean },
  ): Answered {
    if (program) return program(question, how.isKnown);
    return isBlind ? tapBlind(this.#next) : answer(this.who, question, how, this.#next);
  }

  /** As the bank deals: nothing again before all was asked. */
  #deal(stock: Stock): { question: StockQuestion; isNew: boolean; isRecalled: boolean } {
    const met = this.#met.get(stock) ?? 0;
    this.#met.set(stock, met + 1);
    const index = met % stock.questions.length;
    const question = stock.questions[index];
    if (!question) throw new Error('a stock is empty');
    const known = this.#known.get(stock) ?? new Uint8Array(stock.questions.length);
    this.#known.set(stock, known);
    const isRecalled = known[index] === 1;
    if (this.#next() < this.who.memory) known[index] = 1;
    return { question, isNew: met < stock.questions.length, isRecalled };
  }

  #remember(level: Level, answers: readonly WeekAnswer[]): void {
    const tally = this.#past.get(level) ?? { right: 0, asked: 0 };
    const fresh = answers.filter(({ isNew }) => isNew);
    this.#past.set(level, {
      right: tally.right + fresh.filter(({ isRight }) => isRight).length,
      asked: tally.asked + fresh.length,
    });
  }
}

function lengthOf({ answers }: Pick<WeekRound, 'answers'>): number {
  return answers.reduce((sum, { ms }) => sum + ms + ANSWER_FLASH_MS, 0);
}
