import { MOBILE_MONEY_MIN_NAIRA, type Platform } from '../../src/rules/money.ts';
import { isSameText } from '../crypto/hash.ts';
import { Refusal } from '../http/errors.ts';
import type { FoundWallet } from '../providers/mobile-money.ts';
import type { Services } from '../services.ts';
import { countNumber } from './wallet-limits.ts';

type Asking = Pick<Services, 'db' | 'mobileMoney' | 'sign' | 'now'>;

/** Whose number: the player who asks, and the number as it is typed. */
export type AskedNumber = { playerId: number; msisdn: string };

/**
 * Whose wallet a number is, `null` where it has none. Throws Refusal 429 `rate/limited` for more
 * numbers than a player may ask about, ProviderError.
 */
export async function findWallet(
  services: Asking,
  { playerId, msisdn }: AskedNumber,
): Promise<FoundWallet | null> {
  await countNumber(services, playerId, msisdn);
  return services.mobileMoney.search(msisdn);
}

/** What stands for a wallet's account: good for this player, number and account alone. */
function handleOf(
  sign: Services['sign'],
  { playerId, msisdn }: AskedNumber,
  { accountId }: FoundWallet,
): string {
  return sign('wallet', `${playerId} ${msisdn} ${accountId}`);
}

/** The wallet behind a handle. Throws Refusal 409 `payment/mismatch` for any other handle. */
export async function openWallet(
  services: Asking,
  asked: AskedNumber,
  handle: string,
): Promise<FoundWallet> {
  const wallet = await findWallet(services, asked);
  if (wallet === null || !isSameText(handleOf(services.sign, asked, wallet), handle)) {
    throw mismatch('Look the number up again, please');
  }
  return wallet;
}

/** A wallet as a player may see it: 'Ada O.', and a handle in the account's place. */
export function showWallet(sign: Services['sign'], asked: AskedNumber, wallet: FoundWallet) {
  const [first = ''] = wallet.names;
  const last = wallet.names.slice(1).at(-1);
  const [initial] = last ?? '';
  return {
    firstName: first,
    middleName: null,
    lastName: initial === undefined ? null : `${initial.toUpperCase()}.`,
    msisdn: asked.msisdn,
    accountId: handleOf(sign, asked, wallet),
    platform: wallet.platform,
  };
}

/**
 * Refuses an amount, in naira, that a platform does not take: 422 `request/invalid` for none,
 * `mobile-money/too-little` below the least.
 */
export function requireLeast(platform: Platform, naira: number): void {
  requireAmount(naira);
  const least = MOBILE_MONEY_MIN_NAIRA[platform];
  if (naira >= least) return;
  throw new Refusal(422, 'mobile-money/too-little', `the minimum amount is ₦${least}`);
}

export function requireAmount(naira: number): void {
  if (naira === 0) throw new Refusal(422, 'request/invalid', 'Input amount');
}

export function mismatch(message: string): Refusal {
  return new Refusal(409, 'payment/mismatch', message);
}
