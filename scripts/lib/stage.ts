import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.mjs';
import { inWords, sum, type Tally, tallyOfCheck, tallyOfSkipped, unsteadyLines } from './tally.ts';

const MINUTE_MS = 60_000;

const scratch = mkdtempSync(join(tmpdir(), 'football-mastermind-test-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

/** A part of a test run: a program, and how its report is counted. */
export type Stage = {
  title: string;
  command: string[];
  limitMinutes: number;
  env?: NodeJS.ProcessEnv;
  /**
   * The file of the tool's JSON report, and the function that counts it. Without it the stage is a single
   * check.
   */
  report?: { file: string; count: (report: unknown, exitCode: number) => Tally };
  /** The lines of the output that are shown even if nothing failed, such as measured figures. */
  shows?: RegExp;
};

type Ended = { title: string; tally: Tally; ms: number };

const startedAt = performance.now();
const all: Ended[] = [];

/** Gives the path of a file for a stage's report. An old file is deleted. */
export function reportFile(name: string): string {
  const file = join(scratch, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

/** Runs a stage to its end, and prints how it went. Gives whether nothing failed. */
export async function runStage(stage: Stage): Promise<boolean> {
  const { title, command, limitMinutes, env = {}, report, shows } = stage;
  const [program = '', ...args] = command;
  const stageStartedAt = performance.now();
  const limitMs = limitMinutes * MINUTE_MS;
  const ended = await run(program, args, { capture: true, limitMs, env });
  if (ended.wasStopped) {
    console.log('stopped');
    process.exit(130);
  }
  const tally = report
    ? report.count(readReport(report.file), ended.code)
    : tallyOfCheck(ended.code === 0);
  const late = ended.wasTooSlow ? `\nStopped after ${limitMinutes} minutes.` : '';
  end({ title, tally, ms: performance.now() - stageStartedAt }, ended.output + late, shows);
  return tally.failed === 0;
}

/** Counts a stage that can't run as failed. */
export function failStage(title: string, reason: string): void {
  end({ title, tally: tallyOfCheck(false), ms: 0 }, reason);
}

/** Counts a stage as skipped, because this machine can't run it and need not. */
export function skipStage(title: string): void {
  end({ title, tally: tallyOfSkipped(), ms: 0 }, '');
}

/** Runs rows of stages at the same time. The stages of a row run one after the other. */
export async function beside(...rows: (() => Promise<unknown>)[]): Promise<void> {
  await Promise.all(rows.map((row) => row()));
}

/** Prints how long each stage took, and the results of all stages. Gives whether nothing failed. */
export function summarize(): boolean {
  const width = Math.max(...all.map(({ title }) => title.length));
  for (const { title, ms } of all) console.log(`${title.padEnd(width)}  ${inTime(ms)}`);
  console.log(`${'All stages'.padEnd(width)}  ${inTime(performance.now() - startedAt)}`);
  const total = sum(all.map(({ tally }) => tally));
  for (const line of unsteadyLines(total)) console.log(line);
  console.log(inWords(total));
  return total.failed === 0;
}

function end(ended: Ended, output: string, shows?: RegExp): void {
  all.push(ended);
  console.log(`${ended.title} … ${inWords(ended.tally)} (${inTime(ended.ms).trim()})`);
  for (const line of unsteadyLines(ended.tally)) console.log(line);
  if (ended.tally.failed > 0) console.log(`${output.trimEnd()}\n`);
  else if (shows) for (const line of output.split('\n')) if (shows.test(line)) console.log(line);
}

function inTime(ms: number): string {
  const seconds = (ms / 1000).toFixed(1);
  return `${seconds.padStart(6)} s`;
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
