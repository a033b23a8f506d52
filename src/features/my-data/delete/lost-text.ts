import type { User } from '../../../contract/user.ts';
import { formatNumber } from '../../../rules/numbers.ts';

/** What is lost with the account: `Your 750 coins`, and tickets of Millionaire Rush that wait. */
export function lostText({ pointBalance, rushTickets }: User): string {
  const coins = `Your ${counted(pointBalance ?? 0, 'coin')}`;
  if (!rushTickets) return coins;
  return `${coins} and ${counted(rushTickets, 'ticket')} of Millionaire Rush`;
}

/** The same as a sentence: `Your 1 coin is lost.` */
export function lostSentence(player: User): string {
  const isOne = player.pointBalance === 1 && !player.rushTickets;
  return `${lostText(player)} ${isOne ? 'is' : 'are'} lost.`;
}

function counted(count: number, what: string): string {
  return `${formatNumber(count)} ${what}${count === 1 ? '' : 's'}`;
}
