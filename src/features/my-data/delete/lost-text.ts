import type { User } from '../../../contract/user.ts';
import { formatNumber } from '../../../rules/numbers.ts';

/** What is lost with the account: `Your 750 coins`, and tickets of Millionaire Rush that wait. */
export function lostText({ pointBalance, rushTickets }: User): string {
  const coins = `Your ${counted(pointBalance ?? 0, 'coin')}`;
  if (!rushTickets) return coins;
  return `${coins} and ${counted(rushTickets, 'ticket')} of Millionaire Rush`;
}

function counted(count: number, what: string): string {
  return `${formatNumber(count)} ${what}${count === 1 ? '' : 's'}`;
}
