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

/** Clients divide a phone's waits by this, because a run of chaos is short. */
const HURRY = 20;

/** A client's connection: the relay's address, random numbers of its own, and the signal to give up. */
export type Line = { url: string; next: () => number; signal: AbortSignal };

/** Sends each call once, with its name for the relay. Rejects if no answer comes. */
export function onceOver({ url, signal }: Pick<Line, 'url' | 'signal'>): Api {
  const send = overHttp(url, signal);
  return (call) => {
    const named = { [NAME_HEADER]: call.name ?? '', 'accept-encoding': 'identity' };
    return send(requestOf({ ...call, headers: { ...call.headers, ...named } }));
  };
}

/**
 * Sends each call unchanged and with the same key until its answer is definite, as the outbox does. Rejects
 * with the error that aborts the connection.
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

/**
 * Lets a client act, and collects a breach of the contract. Errors after the run was aborted do not count.
 */
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

/** The levels of rounds that use up the 1,000 coins of the sandbox's plan: 5 × 100, 2 × 150 and 200. */
const LEVELS_OF_A_WALLET: readonly Level[] = [
  ...(['easy', 'easy', 'easy', 'easy', 'easy', 'medium', 'medium', 'hard'] as const),
];
const CATEGORY = 'english-premier-league';

/**
 * The share of results that are sent with the round's own credential and no key. Only the round's state
 * protects them from being counted twice.
 */
const KEYLESS_SHARE = 0.1;

/** A result that a client has sent, with the points and coins that it should get. */
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

/** A phone on which several players play, one after the other. */
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
   * Sends this many results, or fewer if `isOver` says to begin nothing more. Ends early only if the
   * connection is aborted or the contract broken.
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
    // A player opens as many rounds as allowed, and sends their results at the same time.
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

  /**
   * Plays a round: some answers are right, some wrong, skipped or too late, and some rounds are left early.
   */
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

  /**
   * Sends a result with the player's token, as the page does, or with the round's secret, as the worker does.
   */
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
