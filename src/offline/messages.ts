/** The page to its waiting worker: take over now. */
export type TakeOver = { type: 'take-over' };

/** The worker to its pages: results were sent, the chip and the boards may have changed. */
export type ResultsSent = { type: 'results-sent' };

/** What {@link TakeOver} says. */
export const TAKE_OVER: TakeOver = { type: 'take-over' };

/** What {@link ResultsSent} says. */
export const RESULTS_SENT: ResultsSent = { type: 'results-sent' };

/** Whether a message's data is of a type. */
export function isMessage(data: unknown, type: TakeOver['type'] | ResultsSent['type']): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type;
}
