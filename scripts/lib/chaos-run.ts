import { seededNumbers } from '../../question-bank/reader/seeded-numbers.ts';
import { openDatabase } from '../../server/database/connection.ts';
import { compareBooks, type Differences, readBooks } from './chaos-books.ts';
import { ChaosClient } from './chaos-client.ts';
import { type FaultKind, faultOf, seedFrom } from './chaos-faults.ts';
import { ChaosRelay } from './chaos-relay.ts';
import { ChaosServer, type Kill } from './chaos-server.ts';
import type { Store } from './chaos-store.ts';

/** How much chaos there is. */
export type Size = { clients: number; results: number; kills: number; limitMs: number };

/** What came of a run. */
export type Outcome = {
  sent: number;
  delivered: number;
  /** Copies of results that reached the server beyond the first of each. */
  repeated: number;
  kills: number;
  faults: Record<FaultKind, number>;
  differences: Differences;
  breaches: string[];
  serverErrors: number;
  tookMs: number;
  /** Why not everything was sent, if so. */
  brokenOff: string | null;
  /** What the server said last of failures. */
  lastWords: string;
};

/** A server dies at the latest so long after a result has gone on to it: on either side of its commit. */
const KILL_WITHIN_MS = 60;
/** One restart in so many is killed as well, while it starts. */
const RESTARTS_PER_KILL = 3;
const START_MS = 800;

/**
 * Clients send results through a bad line to a server that is killed again and again; then the
 * ledger and the boards are compared with what they sent. The seed decides the rounds, the faults
 * of each request and by which results the server dies, not how the requests interleave.
 */
export async function runChaos(
  store: Store,
  { clients: count, results, kills, limitMs }: Size,
  seed: number,
  stopped: AbortSignal,
): Promise<Outcome> {
  const startedAt = performance.now();
  const failed = new AbortController();
  const signal = AbortSignal.any([stopped, failed.signal, AbortSignal.timeout(limitMs)]);
  const due = killsOf(seed, results, kills);
  const forwarded = new Map<string, number>();
  const relay = await ChaosRelay.start({
    faultOf: (request, sending) => faultOf(seed, request, sending),
    onForward: (request) => {
      if (!request.endsWith(' result')) return;
      forwarded.set(request, (forwarded.get(request) ?? 0) + 1);
      const kill = due.get(forwarded.size);
      if (kill === undefined) return;
      due.delete(forwarded.size);
      server.kill(kill).catch((error) => failed.abort(error));
    },
  });
  const { dataDir, databaseUrl } = store;
  const env = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const server = new ChaosServer(env, relay);
  try {
    await server.start();
    const clients = Array.from(
      { length: count },
      (_, index) => new ChaosClient(index + 1, seed, { url: relay.url, signal }),
    );
    await Promise.all(clients.map((client) => client.send(results / count)));
    if (!signal.aborted) await relay.settled();
    const brokenOff = signal.aborted ? String(signal.reason) : null;
    stopped.throwIfAborted();
    await server.stop();
    const submitted = clients.flatMap((client) => client.submitted);
    const copies = [...forwarded.values()].reduce((sum, copy) => sum + copy, 0);
    return {
      sent: submitted.length,
      delivered: submitted.filter(({ isDelivered }) => isDelivered).length,
      repeated: copies - forwarded.size,
      kills: server.kills,
      faults: relay.faults,
      differences: await differencesIn(store, submitted),
      breaches: clients.flatMap((client) => client.breaches),
      serverErrors: relay.serverErrors,
      tookMs: performance.now() - startedAt,
      brokenOff,
      lastWords: server.lastWords,
    };
  } finally {
    await server.stop();
    await relay.stop();
  }
}

async function differencesIn(store: Store, submitted: Parameters<typeof compareBooks>[0]) {
  const { db, close } = await openDatabase(store);
  try {
    return compareBooks(submitted, await readBooks(db));
  } finally {
    await close();
  }
}

/** The results by which the server dies, spread over the run: the nth that is sent, and how. */
function killsOf(seed: number, results: number, kills: number): Map<number, Kill> {
  const next = seededNumbers(seedFrom(`${seed} kills`));
  const apart = results / (kills + 1);
  return new Map(
    Array.from({ length: kills }, (_, index) => [
      Math.round((index + 0.5 + 0.8 * next()) * apart),
      {
        afterMs: Math.round(next() * KILL_WITHIN_MS),
        againAfterMs: index % RESTARTS_PER_KILL === 1 ? Math.round(next() * START_MS) : null,
      },
    ]),
  );
}
