import { loadBank } from '../reader/load-bank.ts';
import { type Findings, type Simulation, simulate } from '../simulation/simulate.ts';
import { type Outcome, table } from './outcome.ts';

const PLAYERS = 1000;
const DAYS = 14;
const ROUNDS_A_DAY = 5;
const SEED = 1;

/**
 * Lets made-up players play the bank for two weeks, with rounds that the server's own code deals.
 */
export function simulateBank(folder: URL): Outcome {
  const result = simulate(loadBank(folder).questions, {
    players: PLAYERS,
    days: DAYS,
    roundsPerDay: ROUNDS_A_DAY,
    seed: SEED,
  });
  return { lines: simulationLines(result) };
}

/** The figures of a simulation, with one row for each worst case. */
export function simulationLines(simulation: Simulation): string[] {
  const { players, days, roundsPerDay, seed, asPlayersChoose: chosen, worstCases } = simulation;
  const { least, firstPercentile, median } = chosen.beforeRepeat;
  const rounds = days * roundsPerDay;
  const passed = (before: number) => (before < rounds ? `${before}` : `${rounds} or more`);
  const soonest = Math.min(...worstCases.map(({ stockRounds }) => stockRounds));
  const inAll = (name: keyof Findings) =>
    worstCases.reduce((sum, one) => sum + one[name], chosen[name]);
  const categoryRows = [...chosen.categories].map(([category, found]) => [
    category,
    found.rounds,
    percent(found.aboutAfrica, found.questions),
    percent(found.roundsDrawnOrNigerian, found.rounds),
  ]);
  const rows = worstCases.map((one) => [
    `${one.category}, ${one.level}`,
    one.stock,
    one.stockRounds,
    one.beforeRepeat ?? 'none',
    one.stockDays.toFixed(1),
    percent(one.roundsOneSubject, one.rounds),
  ]);
  return [
    `${players} players x ${days} days x ${roundsPerDay} rounds a day, seed ${seed}`,
    '',
    'As players choose',
    `  rounds played                      ${chosen.rounds}`,
    `  players who met a repeat           ${chosen.playersWithRepeat} of ${players}`,
    `  rounds before the first repeat     ${passed(least)} at least, ${passed(firstPercentile)} for 99 % of players, ${passed(median)} for half`,
    `  questions dealt that were repeats  ${percent(chosen.repeats, chosen.questions)}`,
    `  rounds with a subject twice        ${percent(chosen.roundsOneSubject, chosen.rounds)}`,
    '',
    ...table(['', 'rounds', 'about Africa', 'with a picture or Nigeria'], categoryRows),
    '',
    `Worst case: one category at one level only, ${soonest} rounds for the smallest stock`,
    ...table(['', 'stock', 'rounds', 'first repeat after', 'days', 'subject twice'], rows),
    '',
    `Repeats before a stock was used up: ${inAll('earlyRepeats')}.`,
    `Rounds with less about Africa than a quarter, or than was new: ${inAll('roundsShortOfAfrica')}.`,
    `Rounds with one template side by side: ${inAll('roundsSideBySide')}, with more than two of one: ${inAll('roundsOfATemplate')}.`,
  ];
}

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(2)} %`;
