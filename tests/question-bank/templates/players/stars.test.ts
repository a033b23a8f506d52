import { expect, test } from 'vitest';
import { readFacts } from '../../../../question-bank/generator/read-facts.ts';
import { CONTENT } from '../../../../question-bank/reader/content.ts';
import {
  clubsOf,
  type Player,
  retired,
} from '../../../../question-bank/templates/players/players-of.ts';
import { isBigClub } from '../../../../question-bank/templates/shared/famous.ts';
import { askedBy } from '../../drafts.ts';

const names = (players: readonly Player[] = []): string[] => players.map(({ player }) => player);

test.each([
  ['a Nigerian at big clubs', 'inter-milan-newcastle-united', 'easy'],
  ['a Nigerian at small clubs', 'chelsea-wigan-athletic', 'medium'],
  ['one known from both', 'chelsea-lille', 'easy'],
  ['one known from one of them', 'bastia-chelsea', 'hard'],
  ['one known from neither of two giants', 'atletico-madrid-juventus', 'medium'],
])('the level of a question about two clubs goes down for a star: %s', (_, key, level) => {
  expect(askedBy('p8').get(key)?.level).toBe(level);
});

const NEVER_IN_GERMANY = ['Andy Cole', 'Michael Owen', 'Alan Shearer'];

test('nobody who could not be taken for it is an option for a German club', () => {
  const options = (key: string) => askedBy('p8').get(key)?.options ?? [];
  const drawn = ['newcastle-united-wolfsburg', 'birmingham-city-wolfsburg'].flatMap(options);
  expect(drawn).toHaveLength(8);
  expect(drawn.filter((one) => NEVER_IN_GERMANY.includes(one))).toEqual([]);
});

test('among the wrong options is somebody of each of the two clubs', () => {
  const others = retired(readFacts(CONTENT));
  const wasAt = (club: string) => others.filter((one) => clubsOf(one).includes(club));
  const lacking = [...askedBy('p8').values()].flatMap(({ id, fact, answer, options }) => {
    const clubs = fact.replace(/^.* has played for (.*)\.$/, '$1').split(' and ');
    const [first = '', second = ''] = clubs;
    const alone = [wasAt(first), wasAt(second)].map((own, index, both) =>
      names(own).filter((one) => !names(both[1 - index]).includes(one)),
    );
    const isThere = (own: string[]) =>
      own.every((one) => NEVER_IN_GERMANY.includes(one)) ||
      options.some((one) => one !== answer && own.includes(one));
    return alone.every(isThere) ? [] : [id];
  });
  expect(lacking).toEqual([]);
});

test.each([
  ['a small club of long ago', 'seydou-keita-lorient', undefined],
  ['a big club of long ago', 'pavel-nedved-lazio', 'medium'],
  ['the club of his fame, long ago', 'christian-vieri-inter-milan', 'easy'],
  ['a club in England', 'nwankwo-kanu-portsmouth', 'easy'],
  ['a smaller one of a Nigerian', 'peter-odemwingie-stoke-city', 'medium'],
])('the other club of a player is levelled by when it was: %s', (_, key, level) => {
  expect(askedBy('p2-other').get(key)?.level).toBe(level);
});

test('a smaller club of a Nigerian is asked for among smaller clubs', () => {
  const options = askedBy('p2-other').get('nwankwo-kanu-west-bromwich-albion')?.options ?? [];
  expect(options).toHaveLength(4);
  expect(options.filter((one) => isBigClub('EPL', one))).toEqual([]);
});
