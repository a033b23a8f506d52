/**
 * The wait before the owner of a wallet can be sent the prompt (DOI) again, in seconds, by the
 * number already sent: 40, then 80 each (payments.md#mobile-money).
 */
export function doiWaitSeconds(prompts: number): number {
  return prompts > 1 ? 80 : 40;
}
