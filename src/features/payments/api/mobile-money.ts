import { queryOptions } from '@tanstack/react-query';
import {
  getCharges,
  getWallet,
  postCollection,
  postDoi,
} from '../../../contract/endpoints/mobile-money.ts';
import type { Charges, Wallet } from '../../../contract/mobile-money.ts';
import { isNetworkError } from '../../../lib/errors.ts';
import { doiWaitSeconds } from '../../../rules/doi.ts';
import { KOBO_PER_NAIRA, nairaToKobo } from '../../../rules/money.ts';
import { playerCall } from '../../../session/player-call.ts';
import type { Order } from '../order.ts';

/** What the service itself refuses is not asked again: it counts numbers and prompts. */
const retry = (failures: number, error: Error) => failures < 3 && isNetworkError(error);

/** Whose wallet a number is. */
export const walletQuery = (playerId: string, msisdn: string) =>
  queryOptions({
    queryKey: [playerId, 'wallet', msisdn],
    queryFn: async ({ signal }) => {
      const { data } = await playerCall(getWallet, { query: { msisdn }, signal });
      return data;
    },
    retry,
  });

/** What operator and service add to an amount in naira. */
export const chargesQuery = (playerId: string, msisdn: string, amount: number) =>
  queryOptions({
    queryKey: [playerId, 'charges', msisdn, amount],
    queryFn: async ({ signal }) => {
      const query = { msisdn, amount: `${amount}` };
      const { data } = await playerCall(getCharges, { query, signal });
      return data;
    },
    retry,
  });

/** What a payment from a wallet takes, as it was shown. */
export type Bill = { order: Order; msisdn: string; wallet: Wallet; charges: Charges };

export function totalKoboOf({ order, charges }: Pick<Bill, 'order' | 'charges'>): number {
  const { operatorCharge, serviceCharge } = charges;
  return order.quote.kobo + nairaToKobo(operatorCharge) + nairaToKobo(serviceCharge);
}

/** `Ada O.`, as the service tells it. */
export function walletName({ firstName, middleName, lastName }: Wallet): string {
  return [firstName, middleName, lastName].filter(Boolean).join(' ');
}

/**
 * Asks the wallet's owner for the payment, once for a key; gives what it is known by, the status that
 * was answered, and when its prompt can be sent again, in epoch milliseconds.
 */
export async function collect(bill: Bill, reference: string, key: string) {
  const { order, msisdn, wallet, charges } = bill;
  const { data, status } = await playerCall(postCollection, {
    body: {
      name: walletName(wallet),
      msisdn,
      amount: order.quote.kobo / KOBO_PER_NAIRA,
      accountId: wallet.accountId,
      operatorCharge: charges.operatorCharge,
      serviceCharge: charges.serviceCharge,
      totalAmount: totalKoboOf(bill) / KOBO_PER_NAIRA,
      product: order.product,
      reference,
      door: order.door,
    },
    key,
  });
  return {
    // An API without one knows it by ours.
    reference: data.reference ?? reference,
    answered: data.status ?? status,
    resendAt: resendAt(data.resendAfter, 1),
  };
}

/** Sends the prompt once more; gives when it can be sent again, in epoch milliseconds. */
export async function resendDoi(reference: string, key: string): Promise<number> {
  const { data } = await playerCall(postDoi, { params: { reference }, key });
  return resendAt(data.resendAfter, 2);
}

/** The server keeps the time; the game's own rule counts where it tells none. */
function resendAt(seconds: number | null, prompts: number): number {
  return Date.now() + (seconds ?? doiWaitSeconds(prompts)) * 1000;
}
