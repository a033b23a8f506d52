/**
 * For tests that a loop makes, by their place in it: the first runs each time, the rest with
 * `npm test -- --full` (docs/testing.md#what-runs-with---full).
 */
export const restInFull = (index: number) => (index === 0 ? {} : { tag: '@full' });
