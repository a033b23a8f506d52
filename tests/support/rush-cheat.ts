import type { DealtQuestion } from '../../question-bank/reader/deal.ts';
import type { Reply } from '../../scripts/lib/player/call.ts';
import type { Verdict } from '../../src/contract/rush.ts';
import { POWER_UPS, RUSH_QUESTIONS } from '../../src/rules/tournament.ts';
import type { Phone } from './rush.ts';
import { newKey } from './server.ts';

/** A run of a player who tries everything; `wins` are points by the verdicts alone. */
export type Tried = { run: string; wins: number; refused: number; faults: string[] };

type Chance = () => number;

/** Another player's run, and one that has ended. */
type Others = { foreign: string; ended: string | null };

/**
 * Plays a run to its end at random: mostly right, sometimes wrong, late, twice, ahead, or in
 * another's run. Each reply is searched for forbidden contents.
 */
export async function tryEverything(phone: Phone, chance: Chance, others: Others): Promise<Tried> {
  const { player } = phone;
  const { clock, db } = player.server;
  const run = await phone.begin();
  const { questions } = (
    await db.selectFrom('rush_runs').select('run').where('id', '=', run).executeTakeFirstOrThrow()
  ).run;
  const tried: Tried = { run, wins: 0, refused: 0, faults: [] };
  let level = 1;
  let isDouble = false;
  let last: (() => Promise<Reply>) | null = null;

  const hear = (reply: Reply, isRepeat = false) => {
    if (reply.status >= 400) tried.refused += 1;
    const over = isRepeat ? level - 1 : overBy(reply, level);
    tried.faults.push(...tellsTooMuch(reply, questions, over));
    return reply;
  };

  for (const reply of phone.heard.slice(-1)) hear(reply);
  for (;;) {
    const question = questions[level - 1];
    if (!question) throw new Error('a run goes on behind its last level');
    const dice = chance();
    clock.at += waitOf(chance);
    if (dice < 0.06)
      hear(
        await phone.answer(run, { level: (level % RUSH_QUESTIONS) + 1, choice: question.answer }),
      );
    else if (dice < 0.1) hear(await phone.answer(run, { level, choice: 'none of them' }));
    else if (dice < 0.13)
      hear(await phone.answer(others.foreign, { level, choice: question.answer }));
    else if (dice < 0.15 && others.ended) hear(await phone.answer(others.ended, { level }));
    else if (dice < 0.18 && last) hear(await last(), true);
    else if (dice < 0.2) {
      const { question: asked } = await phone.current();
      if (asked?.id !== String(level)) tried.faults.push('the run is at another level');
    } else if (dice < 0.34) {
      const powerUp = POWER_UPS[Math.floor(chance() * POWER_UPS.length)] ?? 'skip';
      const key = newKey();
      const at = level;
      last = () => phone.use(run, at, powerUp, key);
      const reply = hear(await last());
      if (reply.status >= 400) continue;
      const { next, ended } = reply.body.data as { next: object | null; ended: string | null };
      if (ended) return tried;
      if (powerUp === 'double-points') isDouble = true;
      if (next) [level, isDouble] = [level + 1, false];
    } else if (dice < 0.35) {
      hear(await phone.leave(run, newKey(), 240));
      return tried;
    } else {
      const wrong = question.options.find((option) => option !== question.answer) ?? '';
      const choice = dice < 0.38 ? wrong : question.answer;
      const sent = { level, choice, ms: Math.floor(chance() * 5000) };
      const key = newKey();
      last = () => phone.answer(run, sent, key);
      const reply = hear(await last());
      if (reply.status >= 400) continue;
      const { verdict, ended, answer } = reply.body.data as Verdict;
      if (answer !== question.answer) tried.faults.push('another answer was told');
      if (verdict === 'right') tried.wins += isDouble ? 30 : 15;
      if (ended) return tried;
      [level, isDouble] = [level + 1, false];
    }
  }
}

/** Mostly in time, sometimes within the allowance, seldom after it. */
function waitOf(chance: Chance): number {
  const dice = chance();
  if (dice < 0.93) return Math.floor(chance() * 3000);
  return Math.floor(chance() * 19_000);
}

/** The number of levels that a reply to the current level ends. */
function overBy({ body, status }: Reply, level: number): number {
  if (status >= 400) return level - 1;
  const data = body.data as { verdict?: string; next?: object; ended?: string };
  return data.verdict || data.next || data.ended ? level : level - 1;
}

/** Forbidden contents of a reply: the answer of a level that is not over, a later question. */
function tellsTooMuch(reply: Reply, questions: readonly DealtQuestion[], over: number): string[] {
  const faults = [];
  const whole = JSON.stringify([reply.body, reply.headers]);
  for (const fact of questions.map((question) => question.fact)) {
    if (whole.includes(fact)) faults.push(`the fact '${fact}' was told`);
  }
  for (const { question, options } of questions.slice(over + 1, RUSH_QUESTIONS)) {
    const ahead = [question, ...options].find((text) => whole.includes(JSON.stringify(text)));
    if (ahead) faults.push(`'${ahead}' was told ahead`);
  }
  const onTable = questions[over];
  const told = JSON.stringify([withoutOptions(reply.body), reply.headers]);
  if (onTable && told.includes(onTable.answer)) faults.push(`'${onTable.answer}' was told`);
  return faults;
}

/** The same without the options, which always include the answer. */
function withoutOptions(value: unknown): unknown {
  const isOption = (key: string) => key === 'options' || key === 'optionsLeft';
  return JSON.parse(JSON.stringify(value, (key, part) => (isOption(key) ? undefined : part)));
}
