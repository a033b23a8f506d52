import { CHARGE } from './buyer.ts';
import { type FaultKind, faultOf } from './faults.ts';
import { KillPlan } from './kills.ts';
import { ChaosLoad, type Load, type Reckoning } from './load.ts';
import { ChaosRelay } from './relay.ts';
import { ChaosServer, type Victim } from './server.ts';
import { endFirstPlans } from './settle.ts';
import { countBuyers } from './shop.ts';
import type { Store } from './store.ts';

/** How much chaos there is. */
export type Size = Load & {
  /** By results; purchases bring their own. */
  kills: number;
  limitMs: number;
};

/** What came of a run. */
export type Outcome = Reckoning & {
  /** Copies of results that reached the server beyond the first of each. */
  repeated: number;
  kills: number;
  /** How many kills there were to be. */
  plannedKills: number;
  faults: Record<FaultKind, number>;
  serverErrors: number;
  tookMs: number;
  /** Why not everything was sent, if so. */
  brokenOff: string | null;
  /** What the server said last of failures. */
  lastWords: string;
};

type Run = { store: Store; size: Size; seed: number; victim?: Victim };

const PURCHASES_PER_KILL = 200;

/**
 * Clients send results and buy through a bad line to a server that is killed again and again, or
 * whose connections to the database are; then the ledger and the boards are compared with what they
 * sent, and the ledger with what the providers took. The seed decides the rounds and purchases, the
 * faults of each request and by which of them the server dies, not how the requests interleave.
 */
export async function runChaos(
  { store, size, seed, victim = 'process' }: Run,
  stopped: AbortSignal,
): Promise<Outcome> {
  const { results, purchases, kills, limitMs } = size;
  const startedAt = performance.now();
  const failed = new AbortController();
  const signal = AbortSignal.any([stopped, failed.signal, AbortSignal.timeout(limitMs)]);
  const killsByPurchases = Math.floor(purchases / PURCHASES_PER_KILL);
  const plans = {
    results: new KillPlan(
      { ending: ' result', seed: `${seed} kills` },
      { requests: results, kills },
    ),
    purchases: new KillPlan(
      { ending: CHARGE, seed: `${seed} kills by purchases` },
      { requests: purchases, kills: killsByPurchases },
    ),
  };
  const relay = await ChaosRelay.start({
    faultOf: (request, sending) => faultOf(seed, request, sending),
    onForward: (request) => {
      const kill = plans.results.count(request) ?? plans.purchases.count(request);
      if (kill) server.kill(kill).catch((error) => failed.abort(error));
    },
  });
  const server = new ChaosServer(store, relay, victim);
  try {
    await endFirstPlans(store, countBuyers(purchases));
    await server.start();
    const load = new ChaosLoad(size, seed, { url: relay.url, signal });
    await load.play();
    if (!signal.aborted) await relay.settled();
    const brokenOff = signal.aborted ? String(signal.reason) : null;
    stopped.throwIfAborted();
    await server.stop();
    return {
      ...(await load.reckon(store)),
      repeated: plans.results.repeated,
      kills: server.kills,
      plannedKills: kills + killsByPurchases,
      faults: relay.faults,
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
