import type { Endpoint } from '../endpoint.ts';
import { questionReportReplySchema, questionReportSchema } from '../question-reports.ts';

/** Tells the operator that a question is wrong which the player was dealt in a game that is over. */
export const postQuestionReport = {
  method: 'POST',
  path: '/questions/:id/report',
  who: 'player',
  effect: 'keyed',
  body: questionReportSchema,
  reply: questionReportReplySchema,
  codes: ['question/not-dealt', 'rate/limited', 'round/open'],
} as const satisfies Endpoint;
