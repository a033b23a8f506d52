/**
 * The wait before the prompt (DOI) can be sent to a wallet's owner again, in seconds. It is 40
 * after the first prompt and 80 after every later prompt (payments.md#mobile-money).
 */
export function doiWaitSeconds(prompts: number): number {
  return prompts > 1 ? 80 : 40;
}
