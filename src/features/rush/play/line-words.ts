import { NO_NETWORK } from '../../../lib/errors.ts';
import type { RunLine } from '../../../offline/use-run-line.ts';
import type { Game } from '../run/game.ts';

/** What a run's player is told of the line: title and help, on both sides of a `|`. */
export function lineWords(line: RunLine, asked: Game['asked']) {
  if (line === 'good') return null;
  if (line === 'resumed') return 'Your run goes on.|Same question, same clock.' as const;
  if (line === 'back')
    return 'The line was lost. Your run goes on.|Same question, same clock.' as const;
  if (!asked || asked.kind === 'timeout') return `${NO_NETWORK}.|The clock goes on.` as const;
  const kept = asked.kind === 'answer' ? 'answer' : 'power-up';
  return `${NO_NETWORK}. Your ${kept} is kept.|The clock goes on.` as const;
}
