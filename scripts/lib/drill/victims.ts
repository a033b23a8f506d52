import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

/** What is killed, in turn. */
const VICTIMS = ['primary', 'proxy', 'process', 'sorted sets'] as const;
type Victim = (typeof VICTIMS)[number];

/** How a primary dies, in turn. */
const DEATHS = [
  'its machine loses power',
  'its PostgreSQL dies',
  'its machine stands still',
] as const;

/** A frozen machine is thawed so long after another one leads: it believes that it still does. */
const FROZEN_LONGER_MS = 5_000;

/** A kill, or a switchover, that has begun. */
export type Killed = {
  what: string;
  /** Of `performance`. */
  at: number;
  /** Brings back what does not come back by itself, once the service is there. */
  bringBack: () => Promise<void>;
};

/** Kills what comes next, the first being number 0. */
export async function killNext(cluster: Cluster, number: number): Promise<Killed> {
  const victim = VICTIMS[number % VICTIMS.length] ?? 'primary';
  const turn = Math.floor(number / VICTIMS.length);
  if (victim === 'primary') return killPrimary(cluster, turn);
  const [what, one] = byItself(cluster, victim, turn);
  const at = performance.now();
  one.kill();
  return { what, at, bringBack: async () => {} };
}

function byItself(
  { proxies, servers, store }: Cluster,
  victim: Exclude<Victim, 'primary'>,
  turn: number,
) {
  const front = turn % 2 === 0 ? 'api1' : 'api2';
  switch (victim) {
    case 'proxy':
      return [`the proxy of ${front}`, proxies[front]] as const;
    case 'process':
      return [`the server of ${front}`, servers[front]] as const;
    case 'sorted sets':
      return ['the sorted sets', store] as const;
  }
}

async function killPrimary(cluster: Cluster, turn: number): Promise<Killed> {
  const node = await findPrimary(cluster);
  const death = DEATHS[turn % DEATHS.length] ?? DEATHS[0];
  const at = performance.now();
  const what = `the primary ${node}: ${death}`;
  switch (death) {
    case 'its machine loses power':
      await cluster.killNode(node);
      return { what, at, bringBack: async () => cluster.startNode(node) };
    case 'its PostgreSQL dies':
      cluster.killPostgres(node);
      return { what, at, bringBack: async () => {} };
    case 'its machine stands still':
      cluster.freeze(node);
      return {
        what,
        at,
        bringBack: async () => {
          await wait(FROZEN_LONGER_MS);
          cluster.thaw(node);
        },
      };
  }
}

/** What an operator does before the primary's machine is worked on. */
export async function switchOver(cluster: Cluster): Promise<Killed> {
  const node = await findPrimary(cluster);
  const at = performance.now();
  await cluster.switchOver(node);
  return { what: `a switchover away from ${node}`, at, bringBack: async () => {} };
}

async function findPrimary(cluster: Cluster) {
  const node = await cluster.findPrimary();
  if (node === null) throw new Error('No node leads.');
  return node;
}
