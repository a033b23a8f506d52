import { getDraw, getDrawPaths } from '../../../contract/endpoints/raffle.ts';
import type { Draw, TicketPath } from '../../../contract/raffle.ts';
import { call } from '../../../lib/http.ts';

export type FoundDraw = {
  draw: Draw;
  /** The winner's way up the list; `null` before the draw. */
  winner: TicketPath | null;
};

/** A month's draw, without a session: anybody may check it; `null` for none. */
export async function findDraw(month: string, signal: AbortSignal): Promise<FoundDraw | null> {
  const { data: draw } = await call(getDraw, { params: { month }, signal });
  if (!draw) return null;
  if (draw.state !== 'drawn') return { draw, winner: null };
  const { data } = await call(getDrawPaths, { params: { month }, query: {}, signal });
  return { draw, winner: data.winner };
}

/** A ticket's way up a month's list; `null` where it was not in. */
export async function findTicket(month: string, code: string): Promise<TicketPath | null> {
  const { data } = await call(getDrawPaths, { params: { month }, query: { code } });
  return data.ticket;
}
