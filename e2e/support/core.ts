/** The share of a core that this process must get for the figure to be the game's. */
export const QUIET_SHARE = 0.9;

/** The share of a core that this process gets while the page rests, from 0 to 1. */
export function shareOfCore(): number {
  const cpuAtStart = process.cpuUsage();
  const startedAt = performance.now();
  while (performance.now() - startedAt < 200);
  const { user, system } = process.cpuUsage(cpuAtStart);
  return (user + system) / 1000 / (performance.now() - startedAt);
}
