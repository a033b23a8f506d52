import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GameServer } from '../../tests/support/game-server.ts';
import { prepareDataDir } from '../../tests/support/test-database.ts';

/** Tells the workers where the empty database lies. */
const VARIABLE = 'E2E_EMPTY_DATABASE';

type Start = { env?: Record<string, string>; home?: string };

/** Starts a server on a database of its own: a copy of the empty one that the run has made. */
export function startServer(start: Start = {}): Promise<GameServer> {
  return GameServer.start({ ...start, data: process.env[VARIABLE] });
}

/**
 * Makes the empty database once for all servers of the run: making one takes longer than copying it.
 * @returns removes it
 */
export async function makeEmptyDatabase(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'football-mastermind-empty-'));
  await prepareDataDir(folder);
  process.env[VARIABLE] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
