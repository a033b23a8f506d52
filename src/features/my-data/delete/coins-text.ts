import { formatNumber } from '../../../rules/numbers.ts';

export function coinsText(coins: number): string {
  return coins === 1 ? 'Your 1 coin' : `Your ${formatNumber(coins)} coins`;
}
