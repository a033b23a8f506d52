/**
 * How long the owner of a wallet is given before the prompt (DOI) can be sent again, in seconds, by
 * how many were sent: 40, then 80 each (payments.md#mobile-money).
 */
export function doiWaitSeconds(prompts: number): number {
  return prompts > 1 ? 80 : 40;
}
