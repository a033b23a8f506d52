import * as v from 'valibot';
import { clientReportsSchema } from '../client-reports.ts';
import type { Endpoint } from '../endpoint.ts';
import { envelopeOf } from '../envelope.ts';

/** Counts what went wrong in the app and how fast it was, without who plays (flows.md#client-reports). */
export const postClientReports = {
  method: 'POST',
  path: '/misc/client-reports',
  who: 'anyone',
  effect: 'idempotent',
  body: clientReportsSchema,
  reply: envelopeOf(v.null()),
  codes: ['rate/limited'],
} as const satisfies Endpoint;
