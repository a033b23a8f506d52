import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { QuestionBank } from '../question-bank/reader/bank.ts';
import { loadBank } from '../question-bank/reader/load-bank.ts';
import { buildApp } from './app.ts';
import { openRanking } from './boards/ranking.ts';
import { type Config, readConfig, warningsOf } from './config/config.ts';
import { StartError } from './config/start-error.ts';
import { openDatabase } from './database/connection.ts';
import type { KeptDatabase } from './database/embedded.ts';
import { runCommand } from './desk/run.ts';
import { openDesk } from './desk/socket.ts';
import { ownAddress } from './http/assets.ts';
import type { App } from './http/serve.ts';
import { openProviders } from './providers/open-providers.ts';

const ROOT = new URL('../', import.meta.url);
const FOLDERS = {
  app: fileURLToPath(new URL('dist', ROOT)),
  images: ['dist/static', 'public/static'].map((path) => fileURLToPath(new URL(path, ROOT))),
};

/** How long the process may take to stop. Whoever sent the signal kills it some time later. */
const STOPPED_WITHIN_MS = 14_000;

try {
  await start(readConfig(process.env));
} catch (error) {
  console.error(error instanceof Error ? oneLine(error.message) : oneLine(String(error)));
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const bank = loadBank();
  const database = await openDatabase(config);
  const log = { warn: (what: object, message: string) => app.log.warn(what, message) };
  const ranking = await openRanking(config.rankUrl, database.db, log, config.readUrl);
  const app: App = await buildApp({
    config,
    db: database.db,
    ranking,
    bank,
    folders: { ...FOLDERS, kept: resolve(config.dataDir, 'assets') },
    now: Date.now,
    providerFetch: fetch,
  });
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await app.close();
    await ranking.close();
    await database.close();
    throw new StartError(whyNotListening(error, config));
  }
  for (const warning of warningsOf(config)) app.log.warn(warning);
  const closeDesk = await takeCommands(config, database, app, bank);
  stopOnSignal(async () => {
    await closeDesk();
    await app.close();
    await ranking.close();
    await database.close();
  });
  console.log(`Football Mastermind is ready at ${shownAddress(config, ownAddress(app))}`);
}

/** Takes the operator's commands, since no other process can open the embedded database. */
async function takeCommands(
  config: Config,
  { db, backUp }: KeptDatabase,
  app: App,
  bank: QuestionBank,
): Promise<() => Promise<void>> {
  if (config.databaseUrl !== null) return async () => {};
  const providers = openProviders(config, fetch, () => ownAddress(app));
  const desk = { db, config, ...providers, now: Date.now, readBank: () => bank, backUp };
  try {
    return await openDesk(config.dataDir, (asked) => runCommand(desk, asked));
  } catch (err) {
    app.log.warn({ err }, 'no commands of the operator can be taken');
    return async () => {};
  }
}

/**
 * Stops the server on a signal, after what is running has finished. A second signal or the time limit ends
 * the process at once.
 */
function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = async () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => {
      console.error('Football Mastermind did not stop in time');
      process.exit(1);
    }, STOPPED_WITHIN_MS).unref();
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      console.error(`Football Mastermind did not stop cleanly: ${oneLine(String(error))}`);
      process.exit(1);
    }
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

function shownAddress(config: Config, address: string): string {
  // `URL` leaves the port empty where it is the protocol's default.
  const port = new URL(address).port || '80';
  const isHere = ['0.0.0.0', '::', 'localhost', '::1'].includes(config.host);
  const host = isHere || config.host.startsWith('127.') ? 'localhost' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function whyNotListening(error: unknown, { host, port }: Config): string {
  const { code, message } = error as { code?: string; message?: string };
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use. Set PORT to a free one.`;
    case 'EACCES':
      return `Port ${port} on ${host} may not be used. Set PORT to 1024 or above.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST is "${host}", which is no address of this machine.`;
    default:
      return `The server cannot listen on ${host}:${port}: ${message ?? code}`;
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}
