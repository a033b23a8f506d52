import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';
import { envelopeOf } from './envelope.ts';
import { scrub } from './scrub.ts';

/** The most reports in one call. */
export const REPORTS_MAX = 10;
export const FRAMES_MAX = 5;
export const COUNT_MAX = 1000;

export const VITALS = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const;

export type Vital = (typeof VITALS)[number];

/** A position in one of our scripts, with the file name that the build gave the script. */
export const FRAME = /^(?:[a-z][a-z-]{0,40}-(?!\d{8})[\w-]{8}|sw)\.js:\d{1,5}:\d{1,6}$/;

/**
 * The last part of a built file's name, which is unique to the build. This part of the entry file's
 * name is the build's id.
 */
export const BUILD = /^(?!\d{8})[\w-]{8}$/;

/**
 * A version of the package: major, minor, patch. A version before a release has a suffix such as
 * `-rc.1`.
 */
const VERSION = /^\d{1,4}\.\d{1,4}\.\d{1,4}(?:-[a-z]{1,12}(?:\.?\d{1,4})?)?$/;

/**
 * The pattern of a page's address, such as `/quiz/:categoryId/:level`, and never the address
 * itself. `*` stands for an address that is not the app's.
 */
const route = v.pipe(v.string(), v.regex(/^(?:\*|\/|(?:\/:?[A-Za-z-]{1,24}){1,5})$/));

const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(COUNT_MAX));

/** An error in the app's own code. */
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
  /** How many times the error happened in this visit. */
  count,
});

/** A web vital of a visit, in milliseconds; CLS has no unit. */
const vitalReportSchema = v.object({
  kind: v.literal('vital'),
  name: v.picklist(VITALS),
  value: v.pipe(v.number(), v.minValue(0), v.maxValue(600_000)),
  /** The page on which the visit began. */
  route,
});

/** Facts about the phone of a visit. A field is omitted if the browser does not give it. */
const phoneSchema = v.object({
  browser: v.optional(v.pipe(v.string(), v.regex(/^(?:Chrome|Firefox|Safari) \d{1,4}$/))),
  connection: v.optional(v.picklist(['slow-2g', '2g', '3g', '4g'])),
  /** The phone's memory in GB, rounded by the browser. */
  memory: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1024))),
});

/** The body of `POST /misc/client-reports`. */
export const clientReportsSchema = v.object({
  build: v.pipe(v.string(), v.regex(BUILD, 'must be the id of a build')),
  /** The app's version, in the form that `/healthz` gives. */
  version: v.optional(v.pipe(v.string(), v.regex(VERSION, 'must be a version'))),
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

/**
 * Counts the app's errors and records how fast the app was, without the player's identity
 * (errors.md#client-reports).
 */
export const postClientReports = {
  method: 'POST',
  path: '/misc/client-reports',
  who: 'anyone',
  effect: 'idempotent',
  body: clientReportsSchema,
  reply: envelopeOf(v.null()),
  codes: ['rate/limited'],
} as const satisfies Endpoint;
