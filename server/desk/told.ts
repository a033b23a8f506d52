/** So many are told one by one. */
const TOLD = 50;

/** What of something is wrong, line by line, the first of many alone; how many there are is told last. */
export function toldOf(what: string, lines: readonly string[]): string[] {
  const untold = lines.length - TOLD;
  return [
    ...lines.slice(0, TOLD),
    ...(untold > 0 ? [`… and ${untold} more`] : []),
    `${what}: ${lines.length === 0 ? 'nothing' : lines.length}`,
  ];
}
