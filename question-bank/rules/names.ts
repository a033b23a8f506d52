import type { Question } from '../question.ts';

/** Names that the game does not use, each with the name that it uses. */
const NAMES_NOT_USED: readonly (readonly [written: string, used: string])[] = [
  ['Internazionale|Inter Milano|Inter de Milan', 'Inter Milan'],
  ['Milan AC|A\\.C\\. Milan', 'AC Milan'],
  ['FC Bayern|Bayern München|Bayern Munchen', 'Bayern Munich'],
  ['FC Cologne|1\\. FC Köln|1\\. FC Koln|FC Koln|Koln', 'FC Köln'],
  ['Borussia Monchengladbach|Gladbach', 'Borussia Mönchengladbach'],
  ['Hamburger SV|HSV', 'Hamburg'],
  ['Man United|Man Utd|Man U|Manchester Utd', 'Manchester United'],
  ['Man City', 'Manchester City'],
  ['PSG|Paris SG|Paris St-Germain|Paris Saint Germain', 'Paris Saint-Germain'],
  ['(?<!Parc )Olympique Lyonnais|Olympique Lyon', 'Lyon'],
  ['Olympique de Marseille|Olympique Marseille', 'Marseille'],
  ['AS Monaco', 'Monaco'],
  ['AS Roma', 'Roma'],
  ['SS Lazio', 'Lazio'],
  ['FC Barcelona', 'Barcelona'],
  ['FC Porto', 'Porto'],
  ['Athletic Club', 'Athletic Bilbao'],
  ['Atletico Madrid|Atlético de Madrid|Atletico de Madrid', 'Atlético Madrid'],
  ['Sporting Lisbon', 'Sporting CP'],
  ['Ligue Un|Ligue One', 'Ligue 1'],
  ['LaLiga|Liga BBVA', 'La Liga'],
  ['English Premier League|Premiership|EPL', 'the Premier League'],
  ['UCL', 'the Champions League'],
];

/** Stadiums named after a sponsor, each with the name that lasts. */
const SPONSORED: readonly (readonly [written: string, lasting: string])[] = [
  ['Allianz Riviera', 'Stade de Nice'],
  ['Allianz Stadium', 'Juventus Stadium'],
  ['Allianz Arena', 'the stadium of Bayern Munich'],
  ['Amex Stadium|American Express Stadium', 'Falmer Stadium'],
  ['AOL Arena|Imtech Arena', 'Volksparkstadion'],
  ['AWD-Arena|HDI-Arena', 'Niedersachsenstadion'],
  ['Commerzbank-Arena|Deutsche Bank Park', 'Waldstadion'],
  ['Dacia Arena|Bluenergy Stadium', 'Stadio Friuli'],
  ['Decathlon Arena', 'Stade Pierre-Mauroy'],
  ['Emirates Stadium', "Arsenal's stadium"],
  ['Etihad Stadium', "Manchester City's stadium"],
  ['FNB Stadium', 'Soccer City'],
  ['Groupama Stadium', 'Parc Olympique Lyonnais'],
  ['King Power Stadium', "Leicester City's stadium"],
  ['Mapei Stadium', 'the stadium of Sassuolo'],
  ['Matmut Atlantique', 'Nouveau Stade de Bordeaux'],
  ['Mercedes-Benz Arena|MHPArena', 'Neckarstadion'],
  ['Orange Vélodrome', 'Stade Vélodrome'],
  ['PreZero Arena', 'Rhein-Neckar-Arena'],
  ['Reale Arena', 'Anoeta'],
  ['Reebok Stadium|Macron Stadium', "Bolton Wanderers' stadium"],
  ['Red Bull Arena', 'Zentralstadion'],
  ['RheinEnergieStadion', 'Müngersdorfer Stadion'],
  ['Signal Iduna Park', 'Westfalenstadion'],
  ['Spotify Camp Nou', 'Camp Nou'],
  ['Veltins-Arena|Veltins Arena', 'Arena AufSchalke'],
  ['Vitality Stadium', 'Dean Court'],
  ['Volkswagen Arena', 'the stadium of Wolfsburg'],
  ['Wanda Metropolitano|Cívitas Metropolitano|Riyadh Air Metropolitano', 'Metropolitano'],
];

/** Finds questions about a ground itself, which may use the ground's present name. */
const ASKS_OF_A_GROUND = /\b(stadium|grounds?|home (matches|games)|in which (town or )?city)\b/i;

type Name = { words: RegExp; use: string };

const whole = ([written, use]: readonly [string, string]): Name => {
  return { words: new RegExp(`(?<![\\p{L}\\d])(${written})(?![\\p{L}\\d])`, 'u'), use };
};

const ANYWHERE: readonly Name[] = [
  ...NAMES_NOT_USED.map(whole),
  whole(['1999-00|1999/00|1999/2000', '1999-2000']),
];
const GROUNDS = SPONSORED.map(whole);
const IN_QUESTIONS = [
  ...ANYWHERE,
  whole(['African( Nations)? Cup(?! Winners)', 'the Africa Cup of Nations or AFCON']),
];

/** Whether a ground is named after a sponsor. */
export function isSponsored(ground: string): boolean {
  return GROUNDS.some(({ words }) => words.test(ground));
}

/** Names in a question that the game does not use. Each is reported in a short sentence. */
export function wrongNames({ question, options, fact }: Question): string[] {
  const grounds = ASKS_OF_A_GROUND.test(question) ? [] : GROUNDS;
  return [
    ...namesIn(question, [...IN_QUESTIONS, ...grounds]),
    ...[...options, fact].flatMap((text) => namesIn(text, [...ANYWHERE, ...grounds])),
  ];
}

function namesIn(text: string, names: readonly Name[]): string[] {
  return names.flatMap(({ words, use }) => {
    const [found] = words.exec(text) ?? [];
    return found === undefined ? [] : [`it says ${found}: the game says ${use}`];
  });
}
