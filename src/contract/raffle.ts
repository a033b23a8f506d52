import * as v from 'valibot';
import { FIGURE_SPELLINGS } from '../rules/figure.ts';
import type { Endpoint } from './endpoint.ts';
import { envelopeOf, metaSchema, noSchema, timestampSchema } from './envelope.ts';
import { rowsOf } from './rows.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const code = v.pipe(v.string(), v.nonEmpty(), v.maxLength(20));
const instant = v.nullable(timestampSchema);
/** SHA-256 as 64 hexadecimal digits. */
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
/** The raffle's month by the day that it closes in, as `2026-11`. */
const month = v.pipe(v.string(), v.regex(/^\d{4}-\d\d$/));

/** What a ticket was earned by (game.md#raffle-tickets). */
const TICKET_REASONS = ['points', 'streak', 'fifth-play'] as const;

export type TicketReason = (typeof TICKET_REASONS)[number];

/** A raffle ticket; an API of the operator may tell the code alone. */
const raffleTicketSchema = v.object({
  code,
  reason: v.optional(v.nullable(v.picklist(TICKET_REASONS)), null),
  earnedAt: v.optional(instant, null),
});

export type RaffleTicket = v.InferOutput<typeof raffleTicketSchema>;

/** `meta.raffle`: the raffle's month that runs. */
export const raffleMonthSchema = v.object({
  month,
  /** The player's points since the draw before. */
  points: count,
  closesAt: timestampSchema,
  /** The newest draw that there is a page of; `null` before the first. */
  lastDraw: v.nullable(month),
});

/** Query of `GET /user/tournament-tickets`: of an earlier month. */
const raffleTicketsQuerySchema = v.object({ month: v.optional(month) });

/** `GET /user/tournament-tickets`: the player's tickets of a month, the newest first. */
export const raffleTicketsReplySchema = envelopeOf(
  rowsOf(raffleTicketSchema),
  v.object({ ...metaSchema.entries, raffle: v.optional(v.nullable(raffleMonthSchema), null) }),
);

/** Where a draw stands: its entries are open, its list is sealed, its winners are known. */
const DRAW_STATES = ['open', 'sealed', 'drawn'] as const;

/**
 * `GET /raffle/draws/{month}`: what anybody needs to check a draw (game.md#checked-draw). What is
 * not known yet is `null`.
 */
const drawSchema = v.object({
  month,
  state: v.picklist(DRAW_STATES),
  closesAt: timestampSchema,
  sealedAt: instant,
  drawnAt: instant,
  /** Tickets in the list; the root of the Merkle tree over their sorted codes. */
  tickets: v.nullable(count),
  root: v.nullable(hash),
  /** The hash of the secret seed, and after the draw the seed. */
  seedHash: v.nullable(hash),
  seed: v.nullable(hash),
  /** The public figure from outside: what it is, named beforehand, and its value. */
  figure: v.object({
    what: v.nullable(v.string()),
    /** How it is spelled: by its number of decimals, or as `hex`. */
    spelling: v.optional(v.nullable(v.picklist(FIGURE_SPELLINGS)), null),
    namedAt: v.optional(instant, null),
    value: v.nullable(v.string()),
  }),
  /** The winner first, then the reserves, with 0 naira; `index` in the sorted list, from 0. */
  winners: v.array(v.object({ index: count, code, naira: count })),
  promoter: v.nullable(v.string()),
  permit: v.nullable(v.string()),
});

export type Draw = v.InferOutput<typeof drawSchema>;

export const drawReplySchema = envelopeOf(v.nullable(drawSchema));

/** A ticket's way up the tree: the hash beside it on each floor, the lowest first. */
const ticketPathSchema = v.object({ code, index: count, path: v.array(hash) });

export type TicketPath = v.InferOutput<typeof ticketPathSchema>;

/** `GET /raffle/draws/{month}/paths`: the paths of the winner and of the asked ticket, if it is in. */
const drawPathsReplySchema = envelopeOf(
  v.object({ winner: v.nullable(ticketPathSchema), ticket: v.nullable(ticketPathSchema) }),
);

const drawPathsQuerySchema = v.object({ code: v.optional(code) });

/** `GET /raffle/ticket-winner`: a random player of the month's top 50 who earned a ticket in this month. */
const ticketWinnerReplySchema = envelopeOf(v.nullable(v.object({ name: v.string() })));

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
