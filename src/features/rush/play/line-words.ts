import type { Line } from '../../../offline/use-line.ts';
import type { Game } from '../run/game.ts';

/** What a run's player is told of the line: title and help, on both sides of a `|`. */
export function lineWords(line: Line, asked: Game['asked']) {
  if (line === 'good') return null;
  if (line === 'resumed') return 'Your run goes on.|Same question, same clock.' as const;
  if (line === 'back')
    return 'The line was lost. Your run goes on.|Same question, same clock.' as const;
  if (asked?.kind === 'answer')
    return 'No network. Your answer is kept.|The clock goes on.' as const;
  if (asked?.kind === 'power-up')
    return 'No network. Your power-up is kept.|The clock goes on.' as const;
  return 'No network.|The clock goes on.' as const;
}
