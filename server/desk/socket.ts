import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import type { QuestionBank } from '../../question-bank/reader/bank.ts';
import type { KeptDatabase } from '../database/embedded.ts';
import type { Providers } from '../providers/open-providers.ts';
import type { Services } from '../services.ts';

const OWNER_ALONE = 0o177;
/**
 * A connection on which nothing is sent for this long is closed, because our own client sends its command at
 * once.
 */
const SAID_WITHIN_MS = 10_000;

type Run = (asked: DeskCall) => Promise<DeskReply>;

/**
 * Takes commands through a socket in the data folder. Only the account that runs the server may use the
 * socket. Gives a function that waits for running commands and closes the socket. Throws the system's error.
 */
export async function openDesk(dataDir: string, run: Run): Promise<() => Promise<void>> {
  const path = socketIn(dataDir);
  // Only this process uses the folder, so an old socket must be left from a server that was killed.
  rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  const running = new Set<Promise<void>>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.setTimeout(SAID_WITHIN_MS, () => socket.destroy());
    const work = serve(socket, run).finally(() => running.delete(work));
    running.add(work);
  });
  const listening = once(server, 'listening');
  // The socket file is created within `listen`, so nothing else is created with these permissions.
  const before = process.umask(OWNER_ALONE);
  server.listen(path);
  process.umask(before);
  await listening;
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) if (!socket.readableEnded) socket.destroy();
    await Promise.all(running);
    await closed;
  };
}

async function serve(socket: Socket, run: Run): Promise<void> {
  let reply: DeskReply;
  try {
    const asked: DeskCall = JSON.parse(await text(socket));
    socket.setTimeout(0);
    reply = await run(asked);
  } catch (error) {
    reply = { lines: [error instanceof Error ? error.message : String(error)], isDone: false };
  }
  if (!socket.destroyed) socket.end(JSON.stringify(reply));
}

/**
 * Sends a command to the server that runs on a data folder, and gives the reply; `null` if no server runs.
 * Throws Error if the server ended before it answered.
 */
export async function askDesk(dataDir: string, asked: DeskCall): Promise<DeskReply | null> {
  const socket = connect({ path: socketIn(dataDir), allowHalfOpen: true });
  try {
    await once(socket, 'connect');
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return null;
    throw error;
  }
  socket.end(JSON.stringify(asked));
  const reply = await text(socket).catch(() => '');
  if (reply === '') {
    throw new Error('The server ended before it answered. Look what is done before you ask again');
  }
  return JSON.parse(reply);
}

/**
 * The absolute or the relative path of the socket, whichever is shorter, because the system allows only about
 * a hundred characters.
 */
function socketIn(dataDir: string): string {
  const path = join(dataDir, 'desk.sock');
  const fromHere = relative('.', path);
  return fromHere.length < path.length ? fromHere : path;
}

/** What the operator's commands need. */
export type Desk = Pick<Services, 'db' | 'config' | 'now'> &
  Providers & {
    /** Reads the questions, for commands that need them. */
    readBank: () => QuestionBank;
    /** Writes a copy of the database to a new file. */
    backUp: KeptDatabase['backUp'];
  };

/** A command as the operator typed it, and the operator's key if one was given. */
export type DeskCall = { args: string[]; key: string | null };

/** A parsed command. */
export type Typed = {
  command: string;
  given: string | null;
  /** The second argument, for commands with two. */
  and: string | null;
  /** The third argument, for commands with three. */
  last: string | null;
  why: string | null;
  /** The identifier of a wallet's correction. */
  case: string | null;
  /** Whether the file is for a program instead of a spreadsheet. */
  isPlain: boolean;
  key: string | null;
};

/** A command's result. The command has succeeded unless `isDone` is `false`. */
export type CommandResult = { lines: string[]; isDone?: boolean };

/** The reply to the operator. */
export type DeskReply = { lines: string[]; isDone: boolean; isKeyNeeded?: boolean };

/** Why a command was not done, in one line for the operator. */
export class DeskError extends Error {
  override name = 'DeskError';
  readonly isKeyNeeded: boolean;

  constructor(message: string, isKeyNeeded = false) {
    super(message);
    this.isKeyNeeded = isKeyNeeded;
  }
}
