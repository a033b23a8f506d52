import { endYear } from './seasons.ts';

const TEAMS_WITH_ARTICLE =
  /^(United|Netherlands|Republic of|Soviet Union|Czech Republic|Dutch East|Comoros|Gambia)/;

/** A national team as a sentence names it: "the United States", "Nigeria". */
export function team(name: string): string {
  return TEAMS_WITH_ARTICLE.test(name) ? `the ${name}` : name;
}

/** Adds the name Zaire to a fact about DR Congo in the years when the country was called Zaire. */
export function withNameOfTime(fact: string): string {
  const years = fact.match(/\b(19|20)\d\d\b/g) ?? [];
  const ofZaire = years.filter((year) => year >= '1972' && year <= '1996');
  if (ofZaire.length === 0 || fact.includes('Zaire')) return fact;
  const name = ofZaire.length === years.length ? 'then called Zaire' : 'Zaire from 1971 to 1997';
  return fact.replace('DR Congo', `DR Congo (${name})`);
}

const EXISTED: Readonly<Record<string, readonly [from: number, to: number]>> = {
  'West Germany': [1950, 1990],
  'East Germany': [1950, 1990],
  Germany: [1990, Infinity],
  'Soviet Union': [1922, 1991],
  Russia: [1992, Infinity],
  Czechoslovakia: [1920, 1993],
  'Czech Republic': [1994, Infinity],
  Yugoslavia: [1920, 2002],
};

/** False for a team that had another name in that year. */
export function isOfItsTime(name: string, year: string): boolean {
  const [from, to] = EXISTED[name] ?? [0, Infinity];
  return endYear(year) >= from && endYear(year) <= to;
}
