import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { getCategories } from '../../src/contract/endpoints/categories.ts';
import { putCategoryPlay } from '../../src/contract/endpoints/category-plays.ts';
import { postPoints } from '../../src/contract/endpoints/points.ts';
import { getQuestions, getReducePlay } from '../../src/contract/endpoints/rounds.ts';
import { IDEMPOTENCY_HEADER } from '../../src/contract/envelope.ts';
import { QUESTIONS_PER_ROUND } from '../../src/rules/levels.ts';
import { scoreTranscript } from '../../src/rules/round.ts';
import { termsFor } from '../../src/rules/scoring.ts';
import { type Asked, type Finding, tryCall } from './conformance-call.ts';

const LEVEL = 'easy';
/** How long the one question is looked at: an honest server checks it. */
const ANSWER_MS = 1500;

/**
 * Plays the shortest round there is: one easy question, answered right, then the round is left.
 * It ends at the first call that does not fit.
 */
export async function playRound(url: string, token: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const ask = async (endpoint: Endpoint, asked: Asked = {}) => {
    const headers = { Authorization: `Bearer ${token}`, [IDEMPOTENCY_HEADER]: randomUUID() };
    const finding = await tryCall(url, endpoint, { ...asked, headers });
    findings.push(finding);
    return finding.yes;
  };

  const categories = v.safeParse(getCategories.reply, await ask(getCategories));
  const category =
    categories.success && categories.output.status
      ? categories.output.data.find(({ isActive }) => isActive)
      : undefined;
  if (!category || !(await ask(getReducePlay))) return findings;

  const dealt = v.safeParse(
    getQuestions.reply,
    await ask(getQuestions, {
      params: { categoryId: category.id },
      query: { difficulty: LEVEL, size: String(QUESTIONS_PER_ROUND), page: '1' },
    }),
  );
  if (!dealt.success || !dealt.output.status) return findings;
  await ask(putCategoryPlay, { params: { categoryId: category.id } });

  await wait(ANSWER_MS);
  const { data: questions, meta } = dealt.output;
  const terms = meta?.round?.terms ?? termsFor(LEVEL, 0);
  const transcript = questions.slice(0, 1).map(({ id, answer }) => ({
    questionId: id,
    choice: answer,
    ms: ANSWER_MS,
    end: 'answered' as const,
  }));
  const { points, coins, right } = scoreTranscript(terms, questions, transcript);
  const counted = v.safeParse(
    postPoints.reply,
    await ask(postPoints, {
      body: {
        points,
        coins,
        score: right,
        ...(meta?.round && { round: { id: meta.round.id, transcript } }),
      },
    }),
  );
  const result = findings.at(-1);
  if (!counted.success || !counted.output.status || !result) return findings;
  const { awarded } = counted.output.data;
  if (awarded && (awarded.points !== points || awarded.coins !== coins)) {
    result.faults.push(
      `data.awarded: Expected ${points} points, ${coins} coins of what was played`,
    );
  }
  return findings;
}
