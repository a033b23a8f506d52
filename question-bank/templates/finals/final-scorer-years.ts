import { categoryOf } from '../../generator/competitions.ts';
import { endYear, levelByYear, NEVER_EASY, within } from '../../generator/seasons.ts';
import type { Facts, Row } from '../../generator/tables.ts';
import { rowName } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { andList } from '../../generator/wording.ts';
import { isBigClub } from '../shared/famous.ts';
import type { FinalGoals } from './final-goals-of.ts';
import { finalGoals, goalsInFinals } from './final-goals-of.ts';
import {
  cupOnly,
  finalistsAround,
  finalName,
  finalRow,
  finalSubject,
  finalYear,
  isAfrican,
  isClubCup,
  realFinals,
} from './finals-of.ts';

type Scorer = Row<'final_goalscorers'> & { years: string[]; wonItAlone: boolean };

/** Scorers of finals from when on the table has every goal, each with his latest final. */
function scorersWithYears(facts: Facts): Scorer[] {
  const complete = finalGoals(facts).filter((row) => row.final.season >= '1988');
  return complete.flatMap(({ final, team: side, scorers }) => {
    const wonItAlone = side === final.winner && scorers.length === 1;
    return scorers.flatMap((player) => {
      const goals = goalsInFinals(facts, final).filter((one) => one.player === player);
      const last = goals.at(-1);
      if (last === undefined || endYear(last.season) !== endYear(final.season)) return [];
      return [{ ...last, years: [...new Set(goals.map(finalYear))], wonItAlone }];
    });
  });
}

/** Scorers in finals of late whose goal is as famous as they are, though others scored too. */
const STARS = new Set([
  ...['Lionel Messi', 'Cristiano Ronaldo', 'Kylian Mbappé', 'Neymar', 'Mohamed Salah'],
  ...['Gareth Bale', 'Sergio Ramos', 'Arjen Robben', 'Wayne Rooney', 'Sadio Mané'],
  ...['Ángel Di María', 'Antoine Griezmann', 'Paul Pogba', 'Thomas Müller', 'Ousmane Dembélé'],
  ...['Désiré Doué', 'Khvicha Kvaratskhelia'],
]);

/** Goals in African finals are easy for Nigeria's men alone. */
const isKnownGoal = (row: Scorer): boolean =>
  isAfrican(row) ? row.team === 'Nigeria' : row.wonItAlone || STARS.has(row.player);

/** Finals of his team that went to penalties: whoever saw his kick says that he scored. */
function shootoutYears(facts: Facts, row: Scorer): string[] {
  return realFinals(facts)
    .filter((one) => one.penalties !== '' && cupOnly(one) === cupOnly(row))
    .filter((one) => [one.winner, one.runner_up].includes(row.team))
    .map(finalYear);
}

export const scorersYears = template<Scorer>({
  id: 'f18',
  share: 12,
  rows: scorersWithYears,
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(row.season, isKnownGoal(row) ? 2010 : NEVER_EASY, 1994),
  key: (row) => `${categoryOf(row.competition)} ${row.player}`,
  from: (row) => rowName('final_goalscorers', row),
  phrasings: [
    (row) => `Which of these ${cupOnly(row)} finals did ${row.player} score in?`,
    (row) => `In which of these ${cupOnly(row)} finals did ${row.player} score?`,
  ],
  answer: (row) => row.years.at(-1) ?? '',
  wrong: (row, facts) => {
    const finals = finalGoals(facts)
      .map((one) => one.final)
      .filter((one) => cupOnly(one) === cupOnly(row));
    return [4, 8, 12].map((span) =>
      finals
        .filter((one) => one.season >= '1987' && within(span, one.season, row.season))
        .map(finalYear),
    );
  },
  alsoRight: (row, facts) => [...row.years, ...shootoutYears(facts, row)],
  fact: (row) =>
    `${row.player} scored for ${team(row.team)} in the ${cupOnly(row)} ${row.years.length > 1 ? 'finals' : 'final'} of ${andList(row.years)}.`,
});

type ClubScorer = { goals: FinalGoals; player: string };

export const scorersClubs = template<ClubScorer>({
  id: 'f17',
  share: 12,
  rows: (facts) =>
    finalGoals(facts)
      .filter(({ final }) => isClubCup(final))
      .flatMap((goals) => goals.scorers.map((player) => ({ goals, player }))),
  category: (row) => categoryOf(row.goals.final.competition),
  level: ({ goals }) =>
    levelByYear(goals.final.season, isBigClub('EPL', goals.team) ? 1999 : 2008, 1993),
  key: (row) => `${finalYear(row.goals.final)} ${row.player}`,
  from: (row) => finalRow(row.goals.final),
  subject: (row) => finalSubject(row.goals.final),
  when: (row) => finalYear(row.goals.final),
  phrasings: [
    (row) => `For which club did ${row.player} score in ${finalName(row.goals.final)}?`,
    (row) => `${row.player} scored in ${finalName(row.goals.final)}. For which club?`,
  ],
  answer: (row) => row.goals.team,
  wrong: (row, facts) => [
    [row.goals.final.winner, row.goals.final.runner_up],
    finalistsAround(facts, row.goals.final, 4),
    finalistsAround(facts, row.goals.final, 8),
  ],
  fact: (row) => `${row.player} scored for ${row.goals.team} in ${finalName(row.goals.final)}.`,
});
