import { explain, figuresOfOutcome } from '../chaos/figures.ts';
import { runChaos, type Size } from '../chaos/run.ts';
import type { Victim } from '../chaos/server.ts';
import { DATABASE_NAMES, type DatabaseName, makeStore } from '../chaos/store.ts';
import type { Figure } from '../figures.ts';

const LIMIT_MS = 30 * 60_000;
/** Chaos as `npm run chaos` has it, with more kills. */
const LOAD = { clients: 50, results: 2_000, purchases: 200, runners: 12 };

const MODES: readonly { database: DatabaseName; victim: Victim; name: string }[] = [
  { database: 'embedded', victim: 'process', name: 'server and its folder' },
  { database: 'postgres', victim: 'process', name: 'server' },
  { database: 'postgres', victim: 'connections', name: 'connections to the database' },
];

type Drill = { kills: number; seed: number; databases: readonly DatabaseName[] };

/** Kills the server, or what connects it to its database, in the middle of what it writes. */
export async function drillKills(
  { kills, seed, databases }: Drill,
  stopped: AbortSignal,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { database, victim, name } of MODES) {
    if (!databases.includes(database)) continue;
    const store = await makeStore(database);
    if (store === null) {
      console.log('##### No PostgreSQL: nothing was killed beside it #####');
      continue;
    }
    const what = `${DATABASE_NAMES[database]}, ${name}`;
    console.log(`${what}: ${kills} kills, seed ${seed}`);
    try {
      const size: Size = { ...LOAD, kills, limitMs: LIMIT_MS };
      const outcome = await runChaos({ store, size, seed, victim }, stopped);
      explain(outcome);
      const own = figuresOfOutcome(outcome);
      figures.push(...own.map((figure) => ({ ...figure, name: `${what}: ${figure.name}` })));
    } finally {
      await store.remove();
    }
  }
  return figures;
}
