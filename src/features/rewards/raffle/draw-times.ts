import { lagosDate, nextRaffleDraw } from '../../../rules/calendar.ts';

/** Whether an instant is on the reserve date (game.md#raffle-draw). */
const isReserve = (at: number) => lagosDate(at).endsWith('-30');

/** The draw that is waited for at `now` (epoch ms): the reserve date only while none is published. */
export function waitedDraw(now: number, isDrawn: boolean): number {
  const next = nextRaffleDraw(now);
  return isDrawn && isReserve(next) ? nextRaffleDraw(next) : next;
}

/** The month of a draw that closes today or closed yesterday, as `2026-11`; `null` on other days. */
export function drawMonth(now: number): string | null {
  const today = lagosDate(now);
  return lagosDate(nextRaffleDraw(startOf(today))) === today ? today.slice(0, 7) : null;
}

/** Whether today's draw, or the one before its reserve date, has closed its entries. */
export function isClosed(now: number): boolean {
  return isReserve(now) || nextRaffleDraw(startOf(lagosDate(now))) <= now;
}

/** A moment before the Lagos day, in epoch ms: a draw at its very start would count. */
function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00+01:00`) - 1;
}
