import { queryOptions } from '@tanstack/react-query';
import { poolOf } from '../rules/networks.ts';
import { type PrizeBoard, type PrizeRow, prizeRows } from '../rules/prizes.ts';
import { askOffer, knownOffer, useKnownOffer } from './offer.ts';
import styles from './prizes-offer.module.css';

/** Reads the operator's offer: the phone's copy at once, then a fresh answer. */
export const offerQuery = queryOptions({
  queryKey: ['offer'],
  queryFn: ({ signal }) => askOffer(signal),
  initialData: () => knownOffer() ?? undefined,
  initialDataUpdatedAt: 0,
  // Offline, the built-in prices are shown, so the query must not wait for a network.
  networkMode: 'offlineFirst',
});

/**
 * Finds the prize of a board, or of one of its tiers. Gives `null` where there is no prize, and while it is
 * not known.
 */
export type PrizeOf = (board: PrizeBoard, tier?: PrizeRow['tier']) => PrizeRow | null;

/** Gives the prizes of the boards in the pool of a player's network (game.md#pools). */
export function usePrizes({ network }: { network: string | null }): PrizeOf {
  const offer = useKnownOffer();
  const pool = poolOf(network ?? '');
  return (board, tier) => prizeRows(offer?.prizes ?? [], pool, board, tier)[0] ?? null;
}

type Props = {
  promoter?: string | null;
  permit?: string | null;
  /** The addresses of the official rules and of the contact for questions. */
  rules?: string | null;
  support?: string | null;
};

/** Names a contest's promoter, permit and rules; leaves out what is unknown. */
export function ContestLines({ promoter, permit, rules, support }: Props) {
  return (
    <>
      {(promoter || permit) && (
        <p className={styles.permit}>
          {promoter && <>Run by {promoter}. </>}
          {permit && <>Permit {permit}.</>}
        </p>
      )}
      {(rules || support) && (
        <p className={styles.permit}>
          {rules && (
            <a href={rules} target="_blank" rel="noopener">
              Official rules
            </a>
          )}
          {rules && support && ' · '}
          {support && <a href={support}>Ask about the contest</a>}
        </p>
      )}
    </>
  );
}
