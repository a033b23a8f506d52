import { expect, test } from 'vitest';
import { readFacts } from '../../../../question-bank/generator/read-facts.ts';
import { CONTENT, readContent } from '../../../../question-bank/reader/content.ts';
import { draftsOf } from '../../drafts.ts';

test('a rival who did not start is the first wrong option, and it is asked who started', () => {
  const players =
    'Casillas|Coentrão*medium*Marcelo|Ramos|Varane|Carvajal|Di María|Khedira|Modrić|Ronaldo|Benzema|Bale';
  const [asked] = draftsOf('q6', {
    line_ups: [
      {
        ...{ of: 'UCL', team: 'Real Madrid', match: 'in the 2014 final', formation: '4-3-3' },
        ...{ players, keepers: '', states: 'They won 4-1.' },
      },
    ],
  });
  expect(asked?.options).toContain('Marcelo');
  expect(asked?.question).toContain('who started');
});

const RIVALS = 'Casillas|Marcelo*easy|Ramos|Varane|Carvajal|Kroos|Khedira|Modrić|Ronaldo|Isco|Bale';

test('the fact names who was asked for', () => {
  const [asked] = draftsOf('q6', {
    line_ups: [
      {
        ...{ of: 'UCL', team: 'Real Madrid', match: 'in the 2018 final', formation: '4-3-3' },
        ...{ players: RIVALS, keepers: '', states: 'They won 3-1.' },
      },
    ],
  });
  expect(asked?.question).toBe('Real Madrid in the 2018 final: who is the gold player?');
  expect(asked?.fact).toBe("The gold place was Marcelo's. They won 3-1.");
});

test('one man in one place of one team has one level, and no goalkeeper is hard', () => {
  const levels = new Map<string, Set<string>>();
  for (const { team, formation, players } of readFacts(CONTENT).line_ups) {
    for (const [place, cell] of players.split('|').entries()) {
      const [player, level] = cell.split('*');
      if (level === undefined) continue;
      const key = `${team} ${formation} ${place} ${player}`;
      levels.set(key, (levels.get(key) ?? new Set()).add(level));
      if (place === 0) expect(level, cell).not.toBe('hard');
    }
  }
  expect([...levels].filter(([, all]) => all.size > 1)).toEqual([]);
});

test('a place of a formation is one subject, asked in half of the categories that have it', () => {
  const line = (of: string) => ({
    ...{ of, team: of, match: 'in 2010', formation: '4-3-3', players: '', keepers: '', states: '' },
  });
  const jobs = draftsOf('q6-job', { line_ups: ['UCL', 'WC', 'EPL', 'LaLiga'].map(line) });
  const places = Map.groupBy(jobs, ({ subject }) => subject);
  expect([...places.keys()]).toContain('job 4-3-3 9');
  for (const same of places.values()) expect(same).toHaveLength(2);
});

test('places of a back three are not easy', () => {
  const three = readContent(CONTENT).generated.filter(
    ({ template, picture }) =>
      template === 'q6' && picture?.kind === 'pitch' && picture.formation.startsWith('3-'),
  );
  const inside = three.filter(
    ({ picture }) => picture?.kind === 'pitch' && picture.gold >= 1 && picture.gold <= 3,
  );
  expect(inside.length).toBeGreaterThan(0);
  expect(inside.filter(({ level }) => level === 'easy')).toEqual([]);
});
