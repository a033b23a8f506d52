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
/** The raffle's month, named after the month that it closes in, such as `2026-11`. */
const month = v.pipe(v.string(), v.regex(/^\d{4}-\d\d$/));

/** The ways to earn a ticket (game.md#raffle-tickets). */
const TICKET_REASONS = ['points', 'streak', 'fifth-play'] as const;

export type TicketReason = (typeof TICKET_REASONS)[number];

/** A raffle ticket; an API of the operator may give the code alone. */
const raffleTicketSchema = v.object({
  code,
  reason: v.optional(v.nullable(v.picklist(TICKET_REASONS)), null),
  earnedAt: v.optional(instant, null),
});

export type RaffleTicket = v.InferOutput<typeof raffleTicketSchema>;

/** `meta.raffle`: the raffle's current month. */
export const raffleMonthSchema = v.object({
  month,
  /** The player's points since the previous draw. */
  points: count,
  closesAt: timestampSchema,
  /** The newest draw with a page; `null` before the first. */
  lastDraw: v.nullable(month),
});

/** Query of `GET /user/tournament-tickets`: an earlier month. */
const raffleTicketsQuerySchema = v.object({ month: v.optional(month) });

/** `GET /user/tournament-tickets`: the player's tickets of a month, newest first. */
export const raffleTicketsReplySchema = envelopeOf(
  rowsOf(raffleTicketSchema),
  v.object({ ...metaSchema.entries, raffle: v.optional(v.nullable(raffleMonthSchema), null) }),
);

/** The state of a draw: entries are open, its list is sealed, or its winners are known. */
const DRAW_STATES = ['open', 'sealed', 'drawn'] as const;

/**
 * `GET /raffle/draws/{month}`: everything needed to check a draw (game.md#checked-draw). A value
 * that is not known yet is `null`.
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
  /** The public figure from outside: its description, published beforehand, and its value. */
  figure: v.object({
    what: v.nullable(v.string()),
    /** Its spelling: by the number of decimals, or as `hex`. */
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

/** A ticket's path up the tree: the sibling hash on each level, the lowest first. */
const ticketPathSchema = v.object({ code, index: count, path: v.array(hash) });

export type TicketPath = v.InferOutput<typeof ticketPathSchema>;

/**
 * `GET /raffle/draws/{month}/paths`: the paths of the winner and of the asked ticket, if it is in
 * the list.
 */
const drawPathsReplySchema = envelopeOf(
  v.object({ winner: v.nullable(ticketPathSchema), ticket: v.nullable(ticketPathSchema) }),
);

const drawPathsQuerySchema = v.object({ code: v.optional(code) });

/** `GET /raffle/ticket-winner`: a random player of the month's top 50 who earned a ticket in this month. */
const ticketWinnerReplySchema = envelopeOf(v.nullable(v.object({ name: v.string() })));

/** The player's raffle tickets of the current month, or of an earlier one. */
export const getRaffleTickets = {
  method: 'GET',
  path: '/user/tournament-tickets',
  who: 'player',
  effect: 'safe',
  query: raffleTicketsQuerySchema,
  reply: raffleTicketsReplySchema,
} as const satisfies Endpoint;

/** A draw of the raffle, as far as it has got; null for a month without one. */
export const getDraw = {
  method: 'GET',
  path: '/raffle/draws/:month',
  who: 'anyone',
  effect: 'safe',
  reply: drawReplySchema,
} as const satisfies Endpoint;

/** The proof that a ticket was in a sealed list, and that the winner was. */
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
 * The whole list of a sealed draw, for `npm run admin -- draw verify`. Lines that begin with `#`
 * hold the facts of the draw; then follow the sorted codes, one per line.
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

/** The player that the banner of a ticket winner names. */
export const getTicketWinner = {
  method: 'GET',
  path: '/raffle/ticket-winner',
  who: 'player',
  effect: 'safe',
  reply: ticketWinnerReplySchema,
} as const satisfies Endpoint;
