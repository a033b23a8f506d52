import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';
import { envelopeOf, idSchema } from './envelope.ts';

/** The reasons for reporting a question (help.md#reports-of-questions). */
export const QUESTION_REPORT_REASONS = ['wrong-answer', 'two-right', 'unclear', 'old'] as const;

export type QuestionReportReason = (typeof QUESTION_REPORT_REASONS)[number];

/**
 * The body of `POST /questions/{id}/report`: the fault, and the round in which the question was
 * dealt.
 */
const questionReportSchema = v.object({
  reason: v.picklist(QUESTION_REPORT_REASONS),
  roundId: idSchema,
});

export type QuestionReport = v.InferOutput<typeof questionReportSchema>;

const questionReportReplySchema = envelopeOf(v.null());

/** Reports to the operator a fault in a question that the player was dealt in a finished game. */
export const postQuestionReport = {
  method: 'POST',
  path: '/questions/:id/report',
  who: 'player',
  effect: 'keyed',
  body: questionReportSchema,
  reply: questionReportReplySchema,
  codes: ['question/not-dealt', 'rate/limited', 'round/open'],
} as const satisfies Endpoint;
