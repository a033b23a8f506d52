/** What all of a player's reads of this page begin with. */
export const billingKey = (playerId: string) => [playerId, 'billing'] as const;
