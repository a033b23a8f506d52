import type { Endpoint } from '../endpoint.ts';
import { noSchema } from '../envelope.ts';
import {
  drawPathsQuerySchema,
  drawPathsReplySchema,
  drawReplySchema,
  raffleTicketsQuerySchema,
  raffleTicketsReplySchema,
  ticketWinnerReplySchema,
} from '../raffle.ts';

/** The player's raffle tickets of the month that runs, or of an earlier one. */
export const getRaffleTickets = {
  method: 'GET',
  path: '/user/tournament-tickets',
  who: 'player',
  effect: 'safe',
  query: raffleTicketsQuerySchema,
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

/**
 * The whole list of a sealed draw, to be checked by `npm run admin -- draw verify`: what is known of the draw
 * in lines that begin with `#`, then each code on a line, sorted.
 */
export const getDrawList = {
  method: 'GET',
  path: '/raffle/draws/:month/list',
  who: 'anyone',
  effect: 'safe',
  replyAs: 'text',
  reply: noSchema,
  codes: ['draw/not-sealed', 'rate/limited'],
} as const satisfies Endpoint;

/** Whom the banner of a ticket winner names. */
export const getTicketWinner = {
  method: 'GET',
  path: '/raffle/ticket-winner',
  who: 'player',
  effect: 'safe',
  reply: ticketWinnerReplySchema,
} as const satisfies Endpoint;
