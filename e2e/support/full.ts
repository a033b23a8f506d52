/**
 * The tags of tests made by a loop, by their index: the first runs each time, the rest with `npm
 * test -- --full` (docs/testing.md#what-runs-with---full).
 */
export const restInFull = (index: number, ...tags: `@${string}`[]) => ({
  tag: index === 0 ? tags : ['@full' as const, ...tags],
});
