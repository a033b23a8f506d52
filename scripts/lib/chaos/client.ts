import { setTimeout as wait } from 'node:timers/promises';
import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import { shuffle } from '../../../question-bank/reader/shuffle.ts';
import { ROUND_CREDENTIAL } from '../../../src/contract/envelope.ts';
import { jitteredBackoffMs } from '../../../src/lib/backoff.ts';
import { isPassingAnswer } from '../../../src/lib/errors.ts';
import type { Level } from '../../../src/rules/levels.ts';
import { UNFINISHED_ROUNDS_MAX } from '../../../src/rules/plays.ts';
import type { TranscriptRow } from '../../../src/rules/round.ts';
import { type Api, Breach, overHttp, requestOf, yesOf } from '../player/call.ts';
import {
  bearer,
  makeAccount,
  type OpenRound,
  Player,
  questionsCall,
  readRound,
  resultCall,
  submissionOf,
} from '../player/player.ts';
import { NAME_HEADER, seedFrom } from './faults.ts';

/** A run has no days: clients wait so many times shorter than phones do. */
const HURRY = 20;

/** The line that a client has: the relay, its own random numbers, and when to give up. */
export type Line = { url: string; next: () => number; signal: AbortSignal };

/** Sends each call once, by the name that the relay knows it by. It rejects where no answer comes. */
export function onceOver({ url, signal }: Pick<Line, 'url' | 'signal'>): Api {
  const send = overHttp(url, signal);
  return (call) => {
    const named = { [NAME_HEADER]: call.name ?? '', 'accept-encoding': 'identity' };
    return send(requestOf({ ...call, headers: { ...call.headers, ...named } }));
  };
}

/**
 * Sends each call, always the same and under the same key, until its answer is definite, as the outbox
 * does. It rejects with the error that aborts the line.
 */
export function overLine(line: Line): Api {
  const once = onceOver(line);
  const { next, signal } = line;
  return async (call) => {
    for (let attempt = 0; ; attempt += 1) {
      signal.throwIfAborted();
      const reply = await once(call).catch(() => null);
      if (reply && !isPassingAnswer({ status: reply.status, code: reply.body.code })) return reply;
      await wait(jitteredBackoffMs(attempt, next()) / HURRY, undefined, { signal });
    }
  };
}

/** Lets a client act: a breach it meets is kept, and an error once the line is cut is none. */
export async function keepBreach(
  breaches: string[],
  signal: AbortSignal,
  act: () => Promise<void>,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof Breach)) throw error;
    breaches.push(error.message);
  }
}

/**
 * The levels that a sandbox operator's 1,000 coins pay for, to the last coin: 5 × 100, 2 × 150 and 200.
 */
const LEVELS_OF_A_WALLET: readonly Level[] = [
  ...(['easy', 'easy', 'easy', 'easy', 'easy', 'medium', 'medium', 'hard'] as const),
];
const CATEGORY = 'english-premier-league';

/** Results that are brought by the round's own credential and no key: the round alone guards them. */
const KEYLESS_SHARE = 0.1;

/** A result that a client has sent, and its due points. */
export type Submitted = {
  roundId: string;
  playerId: number;
  points: number;
  coins: number;
  /** Epoch milliseconds. */
  issuedAt: number;
  /** Whether a definite answer confirmed it. */
  isDelivered: boolean;
};

type Played = OpenRound & { name: string; transcript: TranscriptRow[]; result: Submitted };

/** A phone with several players, one after the other, who send so many results together. */
export class ChaosClient {
  /** The results that were sent so far. */
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
      const played: Played[] = [];
      for (const [offset, level] of levels.slice(first, first + UNFINISHED_ROUNDS_MAX).entries()) {
        played.push(await this.#play(player, `round ${first + offset + 1}`, level));
      }
      await Promise.all(played.map((round) => this.#deliver(player, round)));
    }
  }

  async #signUp(): Promise<Player> {
    this.players += 1;
    const phone = `0803${digits(this.#number, 3)}${digits(this.players, 2)}55`;
    const name = `client ${this.#number} player ${this.players}`;
    const api = overLine(this.#line);
    return new Player(api, await makeAccount(api, { phone }, name), name).subscribe();
  }

  async #play(player: Player, name: string, level: Level): Promise<Played> {
    const asking = { ...questionsCall(level, CATEGORY), name: `${name} questions` };
    const opened = readRound(await player.call(asking));
    const transcript = this.#answers(opened);
    const { points, coins } = submissionOf(opened, transcript);
    const { id: roundId, issuedAt } = opened.round;
    return {
      ...opened,
      name: `${name} result`,
      transcript,
      result: {
        roundId,
        playerId: player.id,
        points,
        coins,
        issuedAt: Date.parse(issuedAt),
        isDelivered: false,
      },
    };
  }

  /** Some rounds are left early; questions are answered rightly and wrongly, skipped, run out. */
  #answers({ round: { terms }, questions }: OpenRound): TranscriptRow[] {
    const { next } = this.#line;
    const shown = next() < 0.2 ? 1 + Math.floor(next() * questions.length) : questions.length;
    return questions.slice(0, shown).map(({ id: questionId, options, answer }) => {
      const draw = next();
      const ms = Math.floor(next() * terms.timerMs);
      if (draw < 0.1) return { questionId, choice: null, ms, end: 'skipped' };
      if (draw < 0.2) return { questionId, choice: null, ms: terms.timerMs, end: 'timeout' };
      const choice = draw < 0.7 ? answer : (options[Math.floor(next() * options.length)] ?? answer);
      return { questionId, choice, ms, end: 'answered' };
    });
  }

  /** With the player's token or the round's secret, by turns, as the page and its worker send it. */
  async #deliver(player: Player, { name, transcript, result, ...round }: Played): Promise<void> {
    const { next } = this.#line;
    this.submitted.push(result);
    const isKeyless = next() < KEYLESS_SHARE;
    const bySecret = `${ROUND_CREDENTIAL} ${round.round.secret}`;
    const { key, ...call } = { ...resultCall(round, transcript), name };
    const delivering = isKeyless
      ? { ...call, credential: bySecret }
      : { ...call, key, credential: () => (next() < 0.5 ? bySecret : bearer(player.token)) };
    const answer = await player.call(delivering);
    if (isKeyless && answer.body.code === 'round/already-counted') {
      result.isDelivered = true;
      return;
    }
    const { awarded } = yesOf(delivering, answer).data;
    result.isDelivered = true;
    if (awarded?.points !== result.points || awarded.coins !== result.coins) {
      this.breaches.push(`${player.name} ${name}: counted as ${JSON.stringify(awarded)}`);
    }
  }
}

export function digits(number: number, count: number): string {
  return String(number).padStart(count, '0');
}
