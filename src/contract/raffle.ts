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
/** A month of the raffle, named after the calendar month in which it closes, such as `2026-11`. */
const month = v.pipe(v.string(), v.regex(/^\d{4}-\d\d$/));

/** The ways to earn a ticket (game.md#raffle-tickets). */
const TICKET_REASONS = ['points', 'streak', 'fifth-play'] as const;

export type TicketReason = (typeof TICKET_REASONS)[number];

/** A raffle ticket. The operator's API may give only its code. */
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
  /** The newest draw that has a page; `null` before the first draw. */
  lastDraw: v.nullable(month),
});

/** The query of `GET /user/tournament-tickets`: an earlier month. */
const raffleTicketsQuerySchema = v.object({ month: v.optional(month) });

/** The reply to `GET /user/tournament-tickets`: the player's tickets of a month, newest first. */
export const raffleTicketsReplySchema = envelopeOf(
  rowsOf(raffleTicketSchema),
  v.object({ ...metaSchema.entries, raffle: v.optional(v.nullable(raffleMonthSchema), null) }),
);

/** The state of a draw: entries are open, its list is sealed, or its winners are known. */
const DRAW_STATES = ['open', 'sealed', 'drawn'] as const;

/**
 * The reply to `GET /raffle/draws/{month}`: everything needed to check a draw
 * (game.md#checked-draw). A value that is not known yet is `null`.
 */
const drawSchema = v.object({
  month,
  state: v.picklist(DRAW_STATES),
  closesAt: timestampSchema,
  sealedAt: instant,
  drawnAt: instant,
  /** The number of tickets in the list, and the root of the Merkle tree over their sorted codes. */
  tickets: v.nullable(count),
  root: v.nullable(hash),
  /** The hash of the secret seed, and the seed itself after the draw. */
  seedHash: v.nullable(hash),
  seed: v.nullable(hash),
  /** The public figure from outside: its description, published beforehand, and its value. */
  figure: v.object({
    what: v.nullable(v.string()),
    /** How the figure is spelled, such as its number of decimals or `hex`. */
    spelling: v.optional(v.nullable(v.picklist(FIGURE_SPELLINGS)), null),
    namedAt: v.optional(instant, null),
    value: v.nullable(v.string()),
  }),
  /**
   * The winner first, then the reserves with 0 naira. `index` is the position in the sorted list,
   * from 0.
   */
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
 * The reply to `GET /raffle/draws/{month}/paths`: the paths of the winner's ticket and of the
 * ticket that the query names, if the list has it.
 */
const drawPathsReplySchema = envelopeOf(
  v.object({ winner: v.nullable(ticketPathSchema), ticket: v.nullable(ticketPathSchema) }),
);

const drawPathsQuerySchema = v.object({ code: v.optional(code) });

/**
 * The reply to `GET /raffle/ticket-winner`: a random player of the month's top 50 who earned a
 * ticket in this month.
 */
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

/** What is known so far about a draw of the raffle; null for a month without a draw. */
export const getDraw = {
  method: 'GET',
  path: '/raffle/draws/:month',
  who: 'anyone',
  effect: 'safe',
  reply: drawReplySchema,
} as const satisfies Endpoint;

/** The proof that a ticket and the winner's ticket were in a sealed list. */
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
 * The whole list of a sealed draw, for `npm run admin -- draw verify`. The first lines, which begin
 * with `#`, hold the facts of the draw. The sorted codes follow, one per line.
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

/** The player whom the banner about a ticket winner names. */
export const getTicketWinner = {
  method: 'GET',
  path: '/raffle/ticket-winner',
  who: 'player',
  effect: 'safe',
  reply: ticketWinnerReplySchema,
} as const satisfies Endpoint;
