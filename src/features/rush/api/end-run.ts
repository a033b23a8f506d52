import { isApiError } from '../../../lib/errors.ts';
import { untilAnswered } from '../../../lib/until-answered.ts';
import { dropRun } from '../run/kept-run.ts';
import type { Ending, Referee } from '../run/referee.ts';

/**
 * Ends a run where it is open, once for its key, and tells how it has ended. Nothing of it is kept
 * then, nor once it is refused: it would stand before every other one. Throws what refuses it.
 */
export async function endRun(
  referee: Referee,
  endKey: string,
  signal: AbortSignal,
  onLost?: () => void,
): Promise<Ending> {
  try {
    const { reply } = await untilAnswered((own) => referee.end(endKey, own), signal, onLost);
    dropRun();
    return reply;
  } catch (error) {
    // Whoever is signed out is led away, and may come back to it.
    if (isApiError(error) && error.status !== 401) dropRun();
    throw error;
  }
}
