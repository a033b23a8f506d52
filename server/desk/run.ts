import { parseArgs } from 'node:util';
import { Refusal } from '../http/serve.ts';
import { printable } from './command.ts';
import {
  arrivals,
  boards,
  database,
  draw,
  GROUPS_USAGE,
  type Group,
  keys,
  operators,
  payments,
  payouts,
  players,
  questions,
  reports,
  sessions,
  USAGE,
  wallets,
} from './commands.ts';
import {
  type CommandResult,
  type Desk,
  type DeskCall,
  DeskError,
  type DeskReply,
  type Typed,
} from './socket.ts';

const WHY_MAX_CHARS = 500;

/** The commands that print a file for other programs. */
const FILES = ['payments consents', 'payouts export'];

/** How many words may follow a command. A command that is not listed here takes one word at most. */
const WORDS: Record<string, number> = {
  rename: 2,
  commit: 3,
  add: 2,
  figure: 2,
  passbook: 2,
  give: 2,
  take: 2,
};

const GROUPS: Record<Group, (desk: Desk, typed: Typed) => Promise<CommandResult>> = {
  payments,
  payouts,
  wallets,
  players,
  sessions,
  draw,
  questions,
  reports,
  arrivals,
  boards,
  keys,
  database,
  operators,
};

/** Runs a command and gives the reply to the operator, also if the command fails. */
export async function runCommand(desk: Desk, { args, key }: DeskCall): Promise<DeskReply> {
  try {
    const [first, ...rest] = args;
    const group = (Object.keys(GROUPS) as Group[]).find((name) => name === first);
    if (group === undefined) throw new DeskError(GROUPS_USAGE);
    const reply = await GROUPS[group](desk, { ...read(rest, group), key });
    return { isDone: true, ...reply, lines: reply.lines.map(printable) };
  } catch (error) {
    if (error instanceof DeskError) {
      const lines = error.message.split('\n').map(printable);
      return { lines, isDone: false, isKeyNeeded: error.isKeyNeeded };
    }
    if (error instanceof Refusal) return { lines: [printable(error.message)], isDone: false };
    throw error;
  }
}

function read(args: string[], group: Group): Omit<Typed, 'key'> {
  const usage = USAGE[group];
  try {
    const options = {
      why: { type: 'string' },
      case: { type: 'string' },
      plain: { type: 'boolean' },
    } as const;
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
    const [command = '', given = null, and = null, last = null] = positionals;
    if (positionals.length - 1 > (WORDS[command] ?? 1)) throw new DeskError(usage);
    if (values.case !== undefined && group !== 'wallets') throw new DeskError(usage);
    const isPlain = values.plain === true;
    if (isPlain && !FILES.includes(`${group} ${command}`)) throw new DeskError(usage);
    const why = values.why?.trim() ?? null;
    if (why !== null && why.length > WHY_MAX_CHARS) throw new DeskError('Say why more shortly');
    return { command, given, and, last, why, case: values.case ?? null, isPlain };
  } catch (error) {
    throw error instanceof DeskError ? error : new DeskError(usage);
  }
}
