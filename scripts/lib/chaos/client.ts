import { randomUUID } from 'node:crypto';
import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import { shuffle } from '../../../question-bank/reader/shuffle.ts';
import { postPoints } from '../../../src/contract/endpoints/points.ts';
import { getQuestions } from '../../../src/contract/endpoints/rounds.ts';
import { getWeeklyVerify } from '../../../src/contract/endpoints/subscriptions.ts';
import { ROUND_CREDENTIAL } from '../../../src/contract/envelope.ts';
import type { Level } from '../../../src/rules/levels.ts';
import { UNFINISHED_ROUNDS_MAX } from '../../../src/rules/plays.ts';
import { scoreTranscript, type TranscriptRow } from '../../../src/rules/round.ts';
import { ask, Breach, callUntilAnswered, keepBreach, type Line, yes } from './call.ts';
import { seedFrom } from './faults.ts';
import { digits, signUp } from './sign-up.ts';

/** What a sandbox operator's 1,000 coins pay for, to the last one: 5 × 100, 2 × 150 and 200. */
const LEVELS_OF_A_WALLET: readonly Level[] = [
  ...(['easy', 'easy', 'easy', 'easy', 'easy', 'medium', 'medium', 'hard'] as const),
];
const CATEGORY = 'english-premier-league';

/** Results that are brought by the round's own credential and no key: the round alone guards them. */
const KEYLESS_SHARE = 0.1;

/** A result that a client has sent, and what it must be worth. */
export type Submitted = {
  roundId: string;
  playerId: number;
  points: number;
  coins: number;
  /** Epoch milliseconds. */
  issuedAt: number;
  /** Whether a definite answer said that it counted. */
  isDelivered: boolean;
};

type Player = { id: number; index: number; token: string };
type OpenRound = Submitted & { name: string; secret: string; body: object };

/** A phone with several players, one after the other, who send so many results together. */
export class ChaosClient {
  /** What was sent so far. */
  readonly submitted: Submitted[] = [];
  /** Answers that the contract rules out. */
  readonly breaches: string[] = [];
  /** How many players have signed up. */
  players = 0;
  readonly #number: number;
  readonly #line: Line;

  constructor(number: number, seed: number, line: Pick<Line, 'url' | 'signal'>) {
    this.#number = number;
    this.#line = { ...line, next: seededNumbers(seedFrom(`${seed} client ${number}`)) };
  }

  /**
   * Sends so many results, or until nothing more is to be begun; ends early only when the line is
   * aborted or the contract broken.
   */
  async send(results: number, isOver = () => false): Promise<void> {
    await keepBreach(this.breaches, this.#line.signal, async () => {
      for (let left = results; left > 0 && !isOver(); left -= LEVELS_OF_A_WALLET.length) {
        await this.#playAsOne(shuffle(LEVELS_OF_A_WALLET, this.#line.next).slice(0, left));
      }
    });
  }

  async #playAsOne(levels: readonly Level[]): Promise<void> {
    const player = await this.#signUp();
    // As many rounds at once as a player may have: their results race each other.
    for (let first = 0; first < levels.length; first += UNFINISHED_ROUNDS_MAX) {
      const opened: OpenRound[] = [];
      for (const [offset, level] of levels.slice(first, first + UNFINISHED_ROUNDS_MAX).entries()) {
        opened.push(await this.#openRound(player, first + offset + 1, level));
      }
      await Promise.all(opened.map((round) => this.#deliver(player, round)));
    }
  }

  async #signUp(): Promise<Player> {
    const index = ++this.players;
    const phone = `0803${digits(this.#number, 3)}${digits(index, 2)}55`;
    const name = this.#nameOf(index);
    const player = { ...(await signUp(this.#line, name, phone)), index };
    await ask(this.#line, {
      name: `${name} coins`,
      endpoint: getWeeklyVerify,
      params: { phone },
      credential: () => `Bearer ${player.token}`,
    });
    return player;
  }

  async #openRound({ id, index, token }: Player, number: number, level: Level): Promise<OpenRound> {
    const name = `${this.#nameOf(index)} round ${number}`;
    const credential = () => `Bearer ${token}`;
    const { data: questions, meta } = await ask(this.#line, {
      name: `${name} questions`,
      endpoint: getQuestions,
      params: { categoryId: CATEGORY },
      query: { difficulty: level, size: '10', page: '1', play: 'new' },
      key: randomUUID(),
      credential,
    });
    const round = meta?.round;
    if (!round) throw new Breach(`${name}: questions without a round`);
    const transcript = this.#play(questions, round.terms.timerMs);
    const { points, coins, right } = scoreTranscript(round.terms, questions, transcript);
    return {
      name: `${name} result`,
      roundId: round.id,
      secret: round.secret,
      playerId: id,
      points,
      coins,
      issuedAt: Date.parse(round.issuedAt),
      isDelivered: false,
      body: { points, coins, score: right, round: { id: round.id, transcript } },
    };
  }

  /** Some rounds are left early; questions are answered rightly and wrongly, skipped, run out. */
  #play(
    questions: { id: string; options: string[]; answer: string }[],
    timerMs: number,
  ): TranscriptRow[] {
    const { next } = this.#line;
    const shown = next() < 0.2 ? 1 + Math.floor(next() * questions.length) : questions.length;
    return questions.slice(0, shown).map(({ id: questionId, options, answer }) => {
      const draw = next();
      const ms = Math.floor(next() * timerMs);
      if (draw < 0.1) return { questionId, choice: null, ms, end: 'skipped' };
      if (draw < 0.2) return { questionId, choice: null, ms: timerMs, end: 'timeout' };
      const choice = draw < 0.7 ? answer : (options[Math.floor(next() * options.length)] ?? answer);
      return { questionId, choice, ms, end: 'answered' };
    });
  }

  /** With the player's token or the round's secret, by turns, as the page and its worker send it. */
  async #deliver({ token }: Player, { name, secret, body, ...result }: OpenRound): Promise<void> {
    const { next } = this.#line;
    this.submitted.push(result);
    const isKeyless = next() < KEYLESS_SHARE;
    const call = { name, endpoint: postPoints, body };
    const bySecret = `${ROUND_CREDENTIAL} ${secret}`;
    const answer = await callUntilAnswered(
      this.#line,
      isKeyless
        ? { ...call, credential: () => bySecret }
        : {
            ...call,
            key: randomUUID(),
            credential: () => (next() < 0.5 ? bySecret : `Bearer ${token}`),
          },
    );
    if (isKeyless && answer.code === 'round/already-counted') {
      result.isDelivered = true;
      return;
    }
    const { awarded } = yes(name, answer, postPoints).data;
    result.isDelivered = true;
    if (awarded?.points !== result.points || awarded.coins !== result.coins) {
      this.breaches.push(`${name}: counted as ${JSON.stringify(awarded)}`);
    }
  }

  #nameOf(player: number): string {
    return `client ${this.#number} player ${player}`;
  }
}
