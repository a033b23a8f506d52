import type { Endpoint } from '../endpoint.ts';
import {
  drawPathsQuerySchema,
  drawPathsReplySchema,
  drawReplySchema,
  raffleTicketsReplySchema,
  ticketWinnerReplySchema,
} from '../raffle.ts';

/** The player's raffle tickets for the next draw. */
export const getRaffleTickets = {
  method: 'GET',
  path: '/user/tournament-tickets',
  who: 'player',
  effect: 'safe',
  reply: raffleTicketsReplySchema,
} as const satisfies Endpoint;

/** A draw of the raffle, as far as it has come; null of a month without one. */
export const getDraw = {
  method: 'GET',
  path: '/raffle/draws/:month',
  who: 'anyone',
  effect: 'safe',
  reply: drawReplySchema,
} as const satisfies Endpoint;

/** What shows that a ticket was in a sealed list, and that the winner was. */
export const getDrawPaths = {
  method: 'GET',
  path: '/raffle/draws/:month/paths',
  who: 'anyone',
  effect: 'safe',
  query: drawPathsQuerySchema,
  reply: drawPathsReplySchema,
  codes: ['draw/not-sealed'],
} as const satisfies Endpoint;

/** Whom the banner of a ticket winner names. */
export const getTicketWinner = {
  method: 'GET',
  path: '/raffle/ticket-winner',
  who: 'player',
  effect: 'safe',
  reply: ticketWinnerReplySchema,
} as const satisfies Endpoint;
