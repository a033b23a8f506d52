import { getPayouts, type MadeGood, type Payout, type ProofAsk } from '../../contract/payouts.ts';
import { savedQuery } from '../../offline/query-persister.ts';
import { playerCall } from '../../session/player-call.ts';

export type Payouts = {
  /** Newest first. */
  payouts: Payout[];
  /** The proof round that the player has to play; `null` for none. */
  proof: ProofAsk | null;
  /** The compensation for withdrawn questions that the player has not seen yet; `null` for none. */
  madeGood: MadeGood | null;
};

/** The player's prizes (game.md#payouts). */
export const payoutsQuery = (playerId: string) =>
  savedQuery({
    queryKey: [playerId, 'payouts'],
    queryFn: async ({ signal }): Promise<Payouts> => {
      const { data, meta } = await playerCall(getPayouts, { signal });
      return { payouts: data, proof: meta?.proof ?? null, madeGood: meta?.madeGood ?? null };
    },
    meta: { failure: 'Failed to retrieve your winnings' },
  });
