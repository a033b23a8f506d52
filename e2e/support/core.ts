/** What this process must get of a core for the figure to say anything of the game. */
export const QUIET_SHARE = 0.9;

/** What share of a core this process gets while the page rests, from 0 to 1. */
export function shareOfCore(): number {
  const cpuAtStart = process.cpuUsage();
  const startedAt = performance.now();
  while (performance.now() - startedAt < 200);
  const { user, system } = process.cpuUsage(cpuAtStart);
  return (user + system) / 1000 / (performance.now() - startedAt);
}
