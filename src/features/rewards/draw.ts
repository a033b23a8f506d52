import { useCallback, useEffect, useState } from 'react';
import { type Draw, getDraw, getDrawPaths, type TicketPath } from '../../contract/raffle.ts';
import { call } from '../../lib/http.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { monthText } from '../../lib/time.ts';
import { drawnTickets, rootOfPath, type Sha256, sealOf } from '../../rules/draw.ts';
import { isFigure, spelledText } from '../../rules/figure.ts';

export type FoundDraw = {
  draw: Draw;
  /** The path from the winner's ticket to the list's root; `null` before the draw. */
  winner: TicketPath | null;
};

/** Reads a month's draw; `null` if there is none. It needs no session, because anybody may check a draw. */
async function findDraw(month: string, signal: AbortSignal): Promise<FoundDraw | null> {
  const { data: draw } = await call(getDraw, { params: { month }, signal });
  if (!draw) return null;
  if (draw.state !== 'drawn') return { draw, winner: null };
  const { data } = await call(getDrawPaths, { params: { month }, query: {}, signal });
  return { draw, winner: data.winner };
}

/** Reads the path from a ticket to the root of a month's list; `null` if the ticket is not in the list. */
export async function findTicket(month: string, code: string): Promise<TicketPath | null> {
  const { data } = await call(getDrawPaths, { params: { month }, query: { code } });
  return data.ticket;
}

type Read =
  | { at: 'loading' | 'failed' | 'none' }
  /** `time` counts the reads. The draw is checked again after each read. */
  | { at: 'there'; found: FoundDraw; time: number };

/** Reads a month's draw. It needs no session, because anybody may check a draw. */
export function useDraw(month: string) {
  const [read, setRead] = useState<Read>({ at: 'loading' });
  const [time, setTime] = useState(0);

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    findDraw(month, signal).then(
      (found) => setRead(found ? { at: 'there', found, time } : { at: 'none' }),
      () => signal.aborted || setRead({ at: 'failed' }),
    );
    return () => leaving.abort();
  }, [month, time]);

  const readAgain = useCallback(() => {
    setRead({ at: 'loading' });
    setTime((times) => times + 1);
  }, []);
  return { read, readAgain };
}

/** Names a month: `2026-11` is `November`, with the year in other years. Other texts stay as they are. */
export function monthName(month: string): string {
  const middle = Date.parse(`${month}-15`);
  return Number.isNaN(middle) ? month : monthText(middle, serverTime());
}

/** Gives the month that is `by` months after `month`, both like `2026-11`. */
export function monthBeside(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 15)).toISOString().slice(0, 7);
}

/** SHA-256 by the browser. */
const sha256: Sha256 = async (bytes) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

/** Whether this browser can check a draw. Pages on plain http cannot, as they have no `crypto.subtle`. */
export const canVerify = () => globalThis.crypto?.subtle !== undefined;

/** The result of a step: right, or the two values that differ. */
export type Finding = { isRight: true } | { isRight: false; expected: string; found: string };

const RIGHT: Finding = { isRight: true };

function compared(expected: string, found: string): Finding {
  return expected === found ? RIGHT : { isRight: false, expected, found };
}

const text = (value: string | number | null) => (value === null ? 'nothing' : `${value}`);

/** Checks that the list was closed before the draw: the winner's path must lead to the sealed root. */
export async function verifyList(draw: Draw, winner: TicketPath | null): Promise<Finding> {
  const root = winner && draw.tickets !== null && (await rootOfPath(winner, draw.tickets, sha256));
  return compared(text(draw.root), text(root || null));
}

/** Checks that the secret seed matches its seal. */
export async function verifySeed({ seed, seedHash }: Draw): Promise<Finding> {
  return compared(text(seedHash), text(seed && (await sealOf(seed, sha256))));
}

/**
 * Checks that the figure was named in advance, and that its value has the spelling that was named with it.
 */
export async function verifyFigure({ figure }: Draw): Promise<Finding> {
  const { what, spelling, value } = figure;
  if (what !== null && spelling !== null && value !== null && isFigure(value, spelling))
    return RIGHT;
  const expected = spelling === null ? 'a public number' : spelledText(spelling);
  return { isRight: false, expected, found: text(value) };
}

/** Checks that the seed and the figure give this winner, and the reserves in this order. */
export async function verifyWinner(draw: Draw, winner: TicketPath | null): Promise<Finding> {
  const { seed, root, tickets, figure, winners } = draw;
  const told = winners.map(({ index }) => index + 1).join(', ');
  if (seed === null || root === null || tickets === null || figure.value === null) {
    return compared(told, text(null));
  }
  const from = { seed, root, tickets, figure: figure.value, count: winners.length };
  const drawn = (await drawnTickets(from, sha256)).map((index) => index + 1).join(', ');
  if (drawn !== told) return compared(told, drawn);
  // The first winner's code must be the code that the list has at that number.
  const first = winners[0];
  return compared(`${first?.index} ${first?.code}`, `${winner?.index} ${winner?.code}`);
}

/** Whether a ticket's path leads to the sealed root. */
export async function isInList({ root, tickets }: Draw, ticket: TicketPath): Promise<boolean> {
  return tickets !== null && (await rootOfPath(ticket, tickets, sha256)) === root;
}
