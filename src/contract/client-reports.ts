import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';
import { envelopeOf } from './envelope.ts';
import { scrub } from './scrub.ts';

/** Of one call. */
export const REPORTS_MAX = 10;
export const FRAMES_MAX = 5;
export const COUNT_MAX = 1000;

export const VITALS = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const;

export type Vital = (typeof VITALS)[number];

/** A script of ours, as the build names it, with the place in it. */
export const FRAME = /^(?:[a-z][a-z-]{0,40}-(?!\d{8})[\w-]{8}|sw)\.js:\d{1,5}:\d{1,6}$/;

/** The last part of a built file's name, which no other build's has. */
export const BUILD = /^(?!\d{8})[\w-]{8}$/;

/** A pattern of an address as `/quiz/:categoryId/:level`, never the address; `*` for none of the app's. */
const route = v.pipe(v.string(), v.regex(/^(?:\*|\/|(?:\/:?[A-Za-z-]{1,24}){1,5})$/));

const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(COUNT_MAX));

/** Something that went wrong in the app's own code. */
const errorReportSchema = v.object({
  kind: v.literal('error'),
  where: v.picklist(['page', 'worker']),
  route,
  message: v.pipe(v.string(), v.transform(scrub)),
  frames: v.pipe(
    v.array(v.pipe(v.string(), v.regex(FRAME, 'must be a place in a script of the app'))),
    v.minLength(1),
    v.maxLength(FRAMES_MAX),
  ),
  /** How often it happened in this visit. */
  count,
});

/** A web vital of a visit: milliseconds, CLS without a unit. */
const vitalReportSchema = v.object({
  kind: v.literal('vital'),
  name: v.picklist(VITALS),
  value: v.pipe(v.number(), v.minValue(0), v.maxValue(600_000)),
  /** Where the visit began. */
  route,
});

/** What a visit tells of the phone that it is on; nothing where the browser tells nothing. */
const phoneSchema = v.object({
  browser: v.optional(v.pipe(v.string(), v.regex(/^(?:Chrome|Firefox|Safari) \d{1,4}$/))),
  connection: v.optional(v.picklist(['slow-2g', '2g', '3g', '4g'])),
  /** In GB, as the browser rounds it. */
  memory: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1024))),
});

/** `POST /misc/client-reports`. */
export const clientReportsSchema = v.object({
  build: v.pipe(v.string(), v.regex(BUILD, 'must be the id of a build')),
  ...phoneSchema.entries,
  reports: v.pipe(
    v.array(v.variant('kind', [errorReportSchema, vitalReportSchema])),
    v.minLength(1),
    v.maxLength(REPORTS_MAX),
  ),
});

export type ErrorReport = v.InferOutput<typeof errorReportSchema>;
export type VitalReport = v.InferOutput<typeof vitalReportSchema>;
export type ClientReports = v.InferOutput<typeof clientReportsSchema>;
export type PhoneReport = v.InferOutput<typeof phoneSchema>;

/** Counts what went wrong in the app and how fast it was, without who plays (errors.md#client-reports). */
export const postClientReports = {
  method: 'POST',
  path: '/misc/client-reports',
  who: 'anyone',
  effect: 'idempotent',
  body: clientReportsSchema,
  reply: envelopeOf(v.null()),
  codes: ['rate/limited'],
} as const satisfies Endpoint;
