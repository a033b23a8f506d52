import type { Figure } from '../figures.ts';
import type { Reckoning } from './load.ts';
import type { Outcome } from './run.ts';

const BREACHES_SHOWN = 5;

/** What came of a run with kills. */
export function figuresOfOutcome(outcome: Outcome): Figure[] {
  return [
    atLeastOne('results repeated', outcome.repeated),
    ...figuresOfReckoning(outcome),
    exactly('replies of 500', outcome.serverErrors, 0),
    atLeast('kills', outcome.kills, outcome.plannedKills),
    { name: 'time', value: `${(outcome.tookMs / 1000).toFixed(1)} s`, limit: '–', passed: true },
  ];
}

/** Says what a run stumbled over. */
export function explain({ breaches, serverErrors, brokenOff, lastWords }: Outcome): void {
  for (const breach of breaches.slice(0, BREACHES_SHOWN)) console.log(breach);
  if (brokenOff !== null) console.log(`Broken off: ${brokenOff}`);
  if (serverErrors > 0 || brokenOff !== null) console.log(lastWords);
}

/** Whether each result, purchase and ticket counts once, beside what it is to be. */
export function figuresOfReckoning({ differences, breaches, ...counted }: Reckoning): Figure[] {
  return [
    exactly('results delivered', counted.delivered, counted.sent),
    exactly('results lost', differences.lost, 0),
    exactly('results doubled', differences.doubled, 0),
    exactly('results counted otherwise', differences.wrongResults, 0),
    exactly('players with other coins or points', differences.wrongPlayers, 0),
    exactly('rows of the weekly board that differ', differences.wrongBoardRows, 0),
    exactly('scores that the ledger does not give', differences.wrongScores, 0),
    exactly('coins still held', differences.heldCoins, 0),
    exactly('movements out of balance', differences.unbalanced, 0),
    exactly('plays without a round, or the other way', differences.wrongPlays, 0),
    ...(counted.purchases.sent > 0 ? figuresOfMoney(counted) : []),
    ...figuresOfRush(counted),
    exactly('answers against the contract', breaches.length, 0),
  ];
}

type Counted = Omit<Reckoning, 'differences' | 'breaches'>;

function figuresOfMoney({ money, purchases, tickets }: Counted): Figure[] {
  return [
    exactly(
      'purchases and tickets paid',
      money.paid,
      purchases.sent - purchases.declined + tickets,
    ),
    atLeastOne('purchases that only the reconciler credited', purchases.reconciled),
    exactly('paid without coins', money.withoutCoins, 0),
    exactly('coins without payment', money.withoutPayment, 0),
    exactly('paid twice', money.twice, 0),
    exactly('purchases of other coins or money', money.otherwise, 0),
  ];
}

/** Each ticket that was paid for waits, or counts once; those that were given back wait or count, too. */
function figuresOfRush({ rush, tickets }: Counted): Figure[] {
  const { unplayed, counted, givenBack, twice, open, wrongTickets, wrongRuns } = rush;
  const said = `${counted} counted, ${unplayed} wait, ${givenBack} given back`;
  return [
    { name: 'tickets', value: said, limit: `${tickets}`, passed: unplayed + counted === tickets },
    atLeastOne('tickets counted', counted),
    exactly('tickets counted twice', twice, 0),
    exactly('runs that never ended', open, 0),
    exactly('players with other tickets', wrongTickets, 0),
    exactly('runs counted otherwise', wrongRuns, 0),
  ];
}

export function exactly(name: string, count: number, expected: number): Figure {
  return { name, value: `${count}`, limit: `${expected}`, passed: count === expected };
}

export function atLeast(name: string, count: number, least: number): Figure {
  return { name, value: `${count}`, limit: `≥ ${least}`, passed: count >= least };
}

/** Without any, a run has shown nothing. */
export function atLeastOne(name: string, count: number): Figure {
  return atLeast(name, count, 1);
}
