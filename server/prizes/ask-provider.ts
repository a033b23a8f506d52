import type { TransferAnswer } from '../providers/transfers.ts';
import type { Services } from '../services.ts';
import type { Payout } from './settle.ts';

/** What a provider of money, airtime or data has said of one sending. */
export type SendAnswer = TransferAnswer;

/** Asks the provider of a prize's kind how a sending stands; never sends. Throws ProviderError. */
export async function askProvider(
  { transfers, billing }: Pick<Services, 'transfers' | 'billing'>,
  { kind, net_kobo }: Payout,
  reference: string,
): Promise<SendAnswer> {
  if (kind === 'cash') return transfers.ask({ reference, kobo: net_kobo });
  return readTopUp(await billing.askTopUp(reference));
}

export function readTopUp({ outcome }: Awaited<ReturnType<Services['billing']['topUp']>>) {
  if (outcome === 'refused') {
    return { outcome: 'failed', message: 'the network refused it' } as const;
  }
  return { outcome: outcome === 'sent' ? 'paid' : outcome } as const;
}
