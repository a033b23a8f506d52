import type { Picture } from '../../../src/contract/picture.ts';
import { list } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import { shuffled } from '../../generator/seeded.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import { LEVELS, type Level } from '../../question.ts';

type LineUp = Row<'line_ups'>;

/**
 * A player of a line-up. `gold` is his number: the goalkeeper is 0, and the lines follow from the
 * back, each from its left.
 */
type Placed = { lineUp: LineUp; gold: number; player: string; level: Level; rivals: string[] };

/**
 * The players whose mark says that they are asked for: `Dani Alves*easy`. `Fábio
 * Coentrão*medium*Marcelo` has a rival too, who did not start that match. Players of a line who
 * changed places have no mark.
 */
function asked(lineUp: LineUp): Placed[] {
  return list(lineUp.players).flatMap((cell, gold) => {
    const [player = '', mark, ...rivals] = cell.split('*');
    if (mark === undefined) return [];
    const level = LEVELS.find((one) => one === mark);
    if (level === undefined) throw new Error(`line_ups: ${lineUp.team} ${lineUp.match}: ${cell}`);
    return [{ lineUp, gold, player, level, rivals }];
  });
}

const names = ({ players }: LineUp): string[] =>
  list(players).map((cell) => cell.replace(/\*.*$/, ''));

/** The line of each of the eleven players, by their number. */
const linesOf = (formation: string): number[] =>
  [1, ...formation.split('-').map(Number)].flatMap((of, line) => Array<number>(of).fill(line));

/**
 * The rivals for the place, then the team-mates. Team-mates of the same line come first, then those
 * of the neighbouring lines.
 */
function teamMates({ lineUp, gold, rivals }: Placed): string[][] {
  const lines = linesOf(lineUp.formation);
  const all = names(lineUp);
  const within = (far: number) =>
    all.filter((_, one) => {
      return one > 0 && one !== gold && Math.abs((lines[one] ?? 0) - (lines[gold] ?? 0)) <= far;
    });
  return [rivals, within(0), within(1), within(all.length)];
}

const picture = ({ lineUp: { formation }, gold }: Pick<Placed, 'lineUp' | 'gold'>): Picture => ({
  kind: 'pitch',
  formation,
  gold,
});

/** A team in its match: "Leicester City, champions of 2015-16", "Barcelona in the 2011 final". */
const named = ({ team, match }: LineUp): string =>
  /^(in|on|against) /.test(match) ? `${team} ${match}` : `${team}, ${match}`;

/** A rival may have come on for the player, so the question asks who started. */
const started = ({ rivals }: Placed): string | undefined =>
  rivals.length > 0 ? 'who started in the gold place?' : undefined;

const yearOf = ({ match }: LineUp): string => /\d{4}(-\d\d)?/.exec(match)?.[0] ?? '';

const from = ({ lineUp }: Pick<Placed, 'lineUp'>): string => rowName('line_ups', lineUp);

export const pitchPlayers = template<Placed>({
  id: 'q6',
  share: 10,
  rows: (facts) => facts.line_ups.flatMap(asked),
  category: ({ lineUp }) => categoryOf(lineUp.of),
  level: ({ level }) => level,
  key: ({ lineUp, gold }) => `${lineUp.of} ${lineUp.team} ${yearOf(lineUp)} ${gold}`,
  from,
  subject: ({ lineUp: { of, team, match } }) => `line-up ${of} ${team} ${match}`,
  phrasings: [(row) => `${named(row.lineUp)}: ${started(row) ?? 'who is the gold player?'}`],
  answer: ({ player }) => player,
  wrong: (row) => (row.gold === 0 ? [list(row.lineUp.keepers)] : teamMates(row)),
  picture,
  fact: ({ lineUp: { states }, player }) =>
    states.includes(player) ? states : `The gold place was ${player}'s. ${states}`,
});

/** The jobs in a formation that nobody argues about, by the player's number. */
const JOBS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  '4-4-2': { 1: 'Left back', 4: 'Right back', 2: 'Centre back', 9: 'Striker' },
  '4-3-3': { 1: 'Left back', 4: 'Right back', 8: 'Left winger', 9: 'Striker', 10: 'Right winger' },
  '4-2-3-1': { 3: 'Centre back', 5: 'Holding midfielder', 8: 'Number 10', 10: 'Striker' },
  '4-1-2-1-2': { 4: 'Right back', 5: 'Holding midfielder', 8: 'Number 10' },
  '3-5-2': { 2: 'Centre back', 4: 'Left wing back', 8: 'Right wing back' },
  '3-4-3': { 4: 'Left wing back', 7: 'Right wing back', 9: 'Striker' },
  '3-4-2-1': { 4: 'Left wing back', 7: 'Right wing back', 10: 'Striker' },
};
const ALL_JOBS = [...new Set(Object.values(JOBS).flatMap((jobs) => Object.values(jobs)))];

/**
 * The side of a full back or wing back. Fans argue about how far forward such a player played, so
 * the wrong options have no back of his side.
 */
const side = (job: string): string | undefined => /^(Left|Right)\b.*\bback$/.exec(job)?.[1];

type Job = { lineUp: LineUp; gold: number; job: string };

/** A place of a formation, whoever plays there. Each place has one picture. */
const placeIn = ({ lineUp: { formation }, gold }: Pick<Job, 'lineUp' | 'gold'>): string =>
  `${formation} ${gold}`;

/**
 * Asks about each place in only half of the categories whose teams play that formation, because the
 * picture is the same in all.
 */
function jobs(facts: Facts): Job[] {
  const all = facts.line_ups.flatMap((lineUp) =>
    Object.entries(JOBS[lineUp.formation] ?? {}).map(([gold, job]) => ({
      lineUp,
      gold: Number(gold),
      job,
    })),
  );
  return [...Map.groupBy(all, placeIn)].flatMap(([place, here]) => {
    const cups = [...Map.groupBy(here, ({ lineUp }) => lineUp.of).values()];
    const firsts = shuffled(
      cups.flatMap((jobs) => jobs.slice(0, 1)),
      place,
      ({ lineUp }) => lineUp.of,
    );
    return firsts.slice(0, Math.ceil(firsts.length / 2));
  });
}

export const pitchJobs = template<Job>({
  id: 'q6-job',
  share: 4,
  rows: jobs,
  category: ({ lineUp }) => categoryOf(lineUp.of),
  level: () => 'easy',
  key: (row) => `${row.lineUp.of} ${placeIn(row)}`,
  from,
  subject: (row) => `job ${placeIn(row)}`,
  phrasings: [() => "What is the gold player's job?"],
  answer: ({ job }) => job,
  wrong: ({ job }) => [
    ALL_JOBS.filter((one) => one !== job && (side(job) === undefined || side(one) !== side(job))),
  ],
  picture,
  fact: ({ lineUp }) => `This is a ${lineUp.formation}: ${named(lineUp)}.`,
});
