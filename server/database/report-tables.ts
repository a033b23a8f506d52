import type { JSONColumnType } from 'kysely';
import type { ErrorReport, PhoneReport, VitalReport } from '../../src/contract/client-reports.ts';
import type { Time } from './columns.ts';

/** One of the reports that a row counts, with the phone that it came from. */
export type ReportSample = (ErrorReport | VitalReport) & PhoneReport;

/** The tables of what is counted by the day: what phones report, and what brings players. */
export type ReportTables = {
  /** Of nobody: how many came, by a day of Lagos, what brought them, and the campaign ('' for none). */
  arrival_counts: {
    day: string;
    source: string;
    campaign: string;
    sign_ups: number;
    log_ins: number;
  };
  client_reports: {
    /** Of Lagos, such as `2026-11-18`. */
    day: string;
    kind: 'error' | 'vital';
    /** Of an error by what it says and where; of a vital its name and the bucket's bound. */
    fingerprint: string;
    build: string;
    count: number;
    /** The values of a vital, added up. */
    total: number;
    first_at: Time;
    last_at: Time;
    /** The first; `null` where the day has too many different ones. */
    sample: JSONColumnType<ReportSample | null, string | null, never>;
  };
};
