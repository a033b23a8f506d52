import type { Tally } from '../../../server/rounds/likelihood.ts';
import type { PlayedRound } from '../../../server/rounds/played.ts';
import {
  LEVELS,
  type Level,
  QUESTION_TIMER_MS,
  QUESTIONS_PER_ROUND,
} from '../../../src/rules/levels.ts';
import { DAILY_PLAY_CAP } from '../../../src/rules/plays.ts';
import { coinsPerQuestion, pointsPerCorrect } from '../../../src/rules/scoring.ts';
import { type Answered, answer, knows, type Person, tapBlind } from './people.ts';
import { type Chance, normal, STOCKS, type Stock, type StockQuestion } from './stock.ts';

/** A question as a player meets it. */
export type Asked = {
  question: StockQuestion;
  level: Level;
  isKnown: boolean;
  isNew: boolean;
  isRecalled: boolean;
};

/** How a week is played instead of by the person: the level, the number of rounds, and the answers. */
export type Plan = {
  roundsADay: number;
  levelOf: (round: number) => Level;
  /** Whether an answer is right; `null` leaves it to the person. */
  isRight: (asked: Asked) => boolean | null;
};

/** The part of a round that its claim is made of. */
export type Played = Pick<
  PlayedRound,
  'level' | 'timerMs' | 'points' | 'category' | 'all' | 'fresh'
>;

export type Week = { rounds: Played[]; points: number; coins: number };

/** A person who plays on, week after week: their questions and their memory. */
export class Career {
  readonly who: Person;
  readonly #next: Chance;
  readonly #met = new Map<Stock, number>();
  readonly #known = new Map<Stock, Uint8Array>();
  /** All rounds so far, of fewer than 90 days. */
  readonly rounds: Played[] = [];

  constructor(who: Person, next: Chance) {
    this.who = who;
    this.#next = next;
  }

  /** Plays a week, by themselves or by a plan. */
  week(plan?: Plan): Week {
    const week: Week = { rounds: [], points: 0, coins: 0 };
    for (let day = 0; day < 7; day += 1) {
      const mean = plan?.roundsADay ?? this.who.roundsADay;
      const count = Math.min(
        DAILY_PLAY_CAP,
        Math.max(0, Math.round(mean * (1 + 0.5 * normal(this.#next)))),
      );
      for (let round = 0; round < count; round += 1) {
        const level = plan?.levelOf(week.rounds.length) ?? this.#level();
        const played = this.#round(level, pointsPerCorrect(level, week.points), plan);
        week.coins += QUESTIONS_PER_ROUND * coinsPerQuestion(level, week.points);
        week.points += played.points;
        week.rounds.push(played);
      }
    }
    this.rounds.push(...week.rounds);
    return week;
  }

  #level(): Level {
    const { level, strays } = this.who;
    if (this.#next() >= strays) return level;
    return LEVELS[Math.floor(this.#next() * LEVELS.length)] ?? level;
  }

  #round(level: Level, pointsEach: number, plan?: Plan): Played {
    const stocks = STOCKS.filter((stock) => stock.level === level);
    const favourite = this.who.favours.indexOf(Math.max(...this.who.favours));
    const isFavourite = this.#next() < 0.6;
    const any = Math.floor(this.#next() * stocks.length);
    const stock = stocks[isFavourite ? favourite : any];
    if (!stock) throw new Error('there is no such stock');
    const isBlind = plan === undefined && this.#next() < this.who.blind;
    const fresh: Tally = { right: 0, asked: 0 };
    let right = 0;
    for (let number = 0; number < QUESTIONS_PER_ROUND; number += 1) {
      const { question, isNew, isRecalled } = this.#deal(stock);
      const isKnown = this.#next() < knows(this.who, stock.category, question);
      const asked = { question, level, isKnown, isNew, isRecalled };
      const isRight = plan?.isRight(asked) ?? this.#answer(asked, isBlind).isRight;
      if (isRight) right += 1;
      if (isNew) fresh.asked += 1;
      if (isNew && isRight) fresh.right += 1;
    }
    const timerMs = QUESTION_TIMER_MS[level];
    const all = { right, asked: QUESTIONS_PER_ROUND };
    const category = String(stock.category);
    return { level, timerMs, points: right * pointsEach, category, all, fresh };
  }

  #answer({ question, level, isKnown, isRecalled }: Asked, isBlind: boolean): Answered {
    if (isBlind) return tapBlind(this.#next);
    const timerMs = QUESTION_TIMER_MS[level];
    return answer(this.who, question, { isKnown, isRecalled }, this.#next, { timerMs });
  }

  /** As the bank deals: no repeat before all were asked. */
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
}
