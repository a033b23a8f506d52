import type { Bank } from '../../question-bank/reader/bank.ts';
import type { Providers } from '../providers/open-providers.ts';
import type { Services } from '../services.ts';

/** What the operator's commands work with. */
export type Desk = Pick<Services, 'db' | 'config' | 'now'> &
  Providers & {
    /** The questions, read where a command asks for them. */
    readBank: () => Bank;
  };

/** A command as it is typed, with the operator's key where there is one. */
export type Asked = { args: string[]; key: string | null };

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
