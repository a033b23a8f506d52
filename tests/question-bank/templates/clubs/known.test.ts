import { expect, test } from 'vitest';
import { askedBy } from '../../drafts.ts';

test.each(['t16-city', 't16-club', 't16-ground'])('%s is levelled by the ground itself', (code) => {
  const asked = askedBy(code);
  expect(asked.get('laliga-real-madrid')?.level).toBe('easy');
  expect(asked.get('laliga-sevilla')?.level).toBe('medium');
});

test.each(['heidenheim', 'brighton-hove-albion', 'bournemouth'])(
  'a ground that broadcasts call otherwise is not asked: %s',
  (club) => {
    const ids = ['t16-city', 't16-club', 't16-ground'].flatMap((code) => [...askedBy(code).keys()]);
    expect(ids.filter((id) => id.endsWith(club))).toEqual([]);
  },
);

test('no ground that holds the name of its club is an option', () => {
  const options = [...askedBy('t16-ground').values()].flatMap((one) => one.options);
  expect(options).not.toContain('Tottenham Hotspur Stadium');
  expect(options).not.toContain('Juventus Stadium');
  expect(options).not.toContain('Parc Olympique Lyonnais');
});

test('a name that does not say so is called a stadium', () => {
  expect(askedBy('t16-city').get('seriea-spezia')?.question).toBe(
    'In which town or city is the stadium Alberto Picco?',
  );
});

test('a nickname in a foreign tongue is hard, or asked with what it means', () => {
  const asked = askedBy('t17');
  expect(asked.get('bundesliga-hertha-berlin')?.level).toBe('hard');
  const foals = asked.get('bundesliga-borussia-monchengladbach');
  expect(foals).toMatchObject({ level: 'medium' });
  expect(foals?.question).toContain('"Die Fohlen" (The Foals)');
  expect(askedBy('t17-name').get('bundesliga-borussia-monchengladbach')?.level).toBe('hard');
});

test('a little known ground is never offered with a famous one', () => {
  const famous = ['Santiago Bernabéu', 'Camp Nou', 'San Siro', 'Allianz Arena', 'Anfield'];
  const asked = [...askedBy('t16-ground').values()].filter(({ level }) => level !== 'easy');
  expect(asked.length).toBeGreaterThan(50);
  expect(asked.filter(({ options }) => options.some((one) => famous.includes(one)))).toEqual([]);
});
