import type { QuestionBank } from '../../question-bank/reader/bank.ts';
import type { KeptDatabase } from '../database/embedded.ts';
import type { Providers } from '../providers/open-providers.ts';
import type { Services } from '../services.ts';

/** What the operator's commands work with. */
export type Desk = Pick<Services, 'db' | 'config' | 'now'> &
  Providers & {
    /** The questions, read where a command asks for them. */
    readBank: () => QuestionBank;
    /** Writes a copy of the database to a new file. */
    backUp: KeptDatabase['backUp'];
  };

/** A command as it is typed, with the operator's key where there is one. */
export type Asked = { args: string[]; key: string | null };

/** A command, read. */
export type Typed = {
  command: string;
  given: string | null;
  /** What follows it, where a command takes two. */
  and: string | null;
  /** What follows that, where a command takes three. */
  last: string | null;
  why: string | null;
  /** What a correction of a wallet is known by. */
  case: string | null;
  /** A file is for a program, not for a spreadsheet. */
  isPlain: boolean;
  key: string | null;
};

/** What a command gives; done where it says nothing else. */
export type Answer = { lines: string[]; isDone?: boolean };

/** What the operator is told. */
export type Told = { lines: string[]; isDone: boolean; isKeyNeeded?: boolean };

/** Why a command was not done, in one line for the operator. */
export class DeskError extends Error {
  override name = 'DeskError';
  readonly isKeyNeeded: boolean;

  constructor(message: string, isKeyNeeded = false) {
    super(message);
    this.isKeyNeeded = isKeyNeeded;
  }
}
