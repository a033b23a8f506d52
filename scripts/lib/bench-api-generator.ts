import { setTimeout as pause } from 'node:timers/promises';
import { seededNumbers } from '../../question-bank/reader/seeded-numbers.ts';
import { shuffle } from '../../question-bank/reader/shuffle.ts';
import { ApiCaller } from './bench-api-call.ts';
import { isRight, type Move } from './bench-api-crowd.ts';
import { Evening } from './bench-api-evening.ts';
import { callsOf100Visits, type Kind } from './bench-api-mix.ts';

/** What the generator's process is asked for. */
export type Order =
  | { do: 'open'; ports: number[]; seed: number }
  | { do: 'prepare'; players: number; lapsed: number; rounds: number }
  | { do: 'run'; rate: number; seconds: number };

/** How the calls of a kind went: times in milliseconds. */
export type Served = { kind: Kind; times: number[] };

export type Played = {
  served: Served[];
  /** Answers that were not to come, by what they were, and how often. */
  errors: Record<string, number>;
  /** From the first call to the last answer. */
  seconds: number;
  cpuMs: number;
  /** What was answered of results since the generator began. */
  counted: { results: number; points: number };
  /** Results since then that got no answer, or another than yes. */
  unsure: number;
  crowd: string;
};

/** So many calls at once where nothing is measured. */
const AT_ONCE = 24;

let evening: Evening;
let caller: ApiCaller;
let next: () => number;
let unsure = 0;

process.on('message', async (order: Order) => {
  try {
    process.send?.({ done: await carryOut(order) });
  } catch (error) {
    process.send?.({ failed: error instanceof Error ? error.stack : String(error) });
  }
});
process.on('disconnect', () => process.exit());

async function carryOut(order: Order): Promise<Played | null> {
  switch (order.do) {
    case 'open':
      next = seededNumbers(order.seed);
      caller = new ApiCaller(order.ports);
      evening = new Evening(caller, next);
      return null;
    case 'prepare':
      await inTurn(order.players, () => evening.arrivals.signIn());
      await inTurn(order.lapsed, () => evening.arrivals.signInLapsed());
      await inTurn(order.players, () => evening.move('weekly plan'));
      await inTurn(order.rounds, () => evening.move('questions'));
      return null;
    case 'run':
      return run(order.rate, order.seconds);
  }
}

/** Makes so many calls that have to be answered well. */
async function inTurn(count: number, move: () => Move | null): Promise<void> {
  let left = count;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left > 0) {
        left -= 1;
        const made = move();
        if (made === null) throw new Error('nobody is there to make a call');
        const fault = await makeCall(made);
        if (fault !== null) throw new Error(`a call of the preparation failed: ${fault}`);
      }
    }),
  );
}

/** Makes a call; gives what went wrong. */
async function makeCall(move: Move): Promise<string | null> {
  const { endpoint } = move.asked;
  try {
    const heard = await caller.call(move.asked);
    if (isRight(move, heard)) {
      const body = heard.body as Parameters<NonNullable<Move['heard']>>[0];
      if (body.status) move.heard?.(body);
      return null;
    }
    const { code } = heard.body as { code?: string };
    return `${endpoint.method} ${endpoint.path}: ${heard.status} ${code ?? 'without a code'}`;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return `${endpoint.method} ${endpoint.path}: ${code ?? message}`;
  }
}

/**
 * Calls at an even pace, however long answers take; each is timed from the moment at which it was
 * due, so that what waits for a slow server counts.
 */
async function run(rate: number, seconds: number): Promise<Played> {
  const times = new Map<Kind, number[]>();
  const errors: Record<string, number> = {};
  const cpuBefore = process.cpuUsage();
  const kinds = deck();
  const owed: Kind[] = [];
  const inFlight = new Set<Promise<void>>();
  const call = async (kind: Kind, move: Move, dueAt: number) => {
    const fault = await makeCall(move);
    const took = performance.now() - dueAt;
    const before = times.get(kind);
    if (before) before.push(took);
    else times.set(kind, [took]);
    if (fault === null) return;
    errors[fault] = (errors[fault] ?? 0) + 1;
    if (kind === 'result') unsure += 1;
  };
  /** The first kind whose turn is due and that somebody is there for. */
  const nextMove = (): { kind: Kind; move: Move } => {
    for (const [at, kind] of owed.entries()) {
      const move = evening.move(kind);
      if (move === null) continue;
      owed.splice(at, 1);
      return { kind, move };
    }
    for (;;) {
      const kind = kinds();
      const move = evening.move(kind);
      if (move !== null) return { kind, move };
      owed.push(kind);
      if (owed.length > rate * 10) throw new Error(`nobody is there: ${evening.crowd}`);
    }
  };
  const startedAt = performance.now();
  for (let made = 0; made < rate * seconds; ) {
    const due = Math.min(rate * seconds, ((performance.now() - startedAt) / 1000) * rate);
    for (; made < due; made += 1) {
      const { kind, move } = nextMove();
      const one = call(kind, move, startedAt + (made * 1000) / rate);
      inFlight.add(one);
      void one.finally(() => inFlight.delete(one));
    }
    await pause(1);
  }
  await Promise.all(inFlight);
  const took = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    served: [...times].map(([kind, ones]) => ({ kind, times: ones })),
    errors,
    seconds: took / 1000,
    cpuMs: (user + system) / 1000,
    counted: evening.counted,
    unsure,
    crowd: evening.crowd,
  };
}

/** The calls of an evening without end, in a mixed order. */
function deck(): () => Kind {
  let left: Kind[] = [];
  return () => {
    if (left.length === 0) left = shuffle(callsOf100Visits(), next);
    return left.pop() as Kind;
  };
}
