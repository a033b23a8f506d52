import * as v from 'valibot';
import { envelopeOf, idSchema } from './envelope.ts';

/** What can be wrong with a question (flows.md#reports-of-questions). */
export const QUESTION_REPORT_REASONS = ['wrong-answer', 'two-right', 'unclear', 'old'] as const;

export type QuestionReportReason = (typeof QUESTION_REPORT_REASONS)[number];

/** `POST /questions/{id}/report`: what is wrong, and the round in which it was dealt. */
export const questionReportSchema = v.object({
  reason: v.picklist(QUESTION_REPORT_REASONS),
  roundId: idSchema,
});

export type QuestionReport = v.InferOutput<typeof questionReportSchema>;

export const questionReportReplySchema = envelopeOf(v.null());
