/** Clubs and national teams that a fan in Nigeria knows from television. Levels depend on them. */

/**
 * Clubs that every fan of the league knows, the best known first. The table of careers leaves none
 * of them out.
 */
const BIG_CLUBS: Readonly<Record<string, readonly string[]>> = {
  EPL: [
    ...['Arsenal', 'Chelsea', 'Liverpool', 'Manchester United', 'Manchester City'],
    ...['Tottenham Hotspur', 'Everton', 'Newcastle United', 'Aston Villa', 'West Ham United'],
  ],
  LaLiga: [
    ...['Real Madrid', 'Barcelona', 'Atlético Madrid', 'Valencia', 'Sevilla', 'Athletic Bilbao'],
    ...['Real Sociedad', 'Villarreal', 'Real Betis', 'Espanyol'],
  ],
  SerieA: [
    ...['Juventus', 'Inter Milan', 'AC Milan', 'Roma', 'Lazio', 'Napoli', 'Fiorentina', 'Parma'],
    ...['Sampdoria', 'Torino', 'Udinese'],
  ],
  Bundesliga: [
    ...['Bayern Munich', 'Borussia Dortmund', 'Bayer Leverkusen', 'Schalke 04', 'VfB Stuttgart'],
    ...['Werder Bremen', 'Hamburg', 'Wolfsburg', 'Borussia Mönchengladbach', 'Hertha Berlin'],
  ],
  Ligue1: [
    ...['Paris Saint-Germain', 'Marseille', 'Lyon', 'Monaco', 'Lille', 'Bordeaux', 'Rennes'],
    ...['Lens', 'Saint-Étienne', 'Nantes', 'Auxerre'],
  ],
};

/** How many of a league's big clubs are followed all over the world. */
const GIANTS: Readonly<Record<string, number>> = {
  EPL: 6,
  LaLiga: 3,
  SerieA: 3,
  Bundesliga: 2,
  Ligue1: 1,
};

/** Smaller clubs that regular viewers of the league know well. */
const KNOWN_TOO = [
  ...['Fulham', 'Leeds United', 'Leicester City', 'Sunderland', 'Wolverhampton Wanderers'],
  ...['Crystal Palace', 'Nottingham Forest', 'Brighton & Hove Albion', 'Southampton'],
  ...['Bournemouth', 'Brentford', 'Getafe', 'Mallorca', 'Osasuna', 'Atalanta', 'Bologna', 'Genoa'],
  ...['Eintracht Frankfurt', 'FC Köln', 'Freiburg', 'Union Berlin', 'St. Pauli', 'Hoffenheim'],
  ...['Mainz 05', 'Augsburg', 'RB Leipzig', 'Nice', 'Strasbourg', 'Montpellier'],
];

const KNOWN_CLUBS = new Set([...Object.values(BIG_CLUBS).flat(), ...KNOWN_TOO]);

/** Clubs of other leagues that the Champions League made known. */
const KNOWN_IN_EUROPE = new Set([
  ...['Ajax', 'Porto', 'Benfica', 'Sporting CP', 'Celtic', 'Rangers', 'Galatasaray'],
  ...['PSV Eindhoven', 'Feyenoord'],
]);

const giants = new Set(
  Object.entries(BIG_CLUBS).flatMap(([league, clubs]) => clubs.slice(0, GIANTS[league])),
);

/** The big clubs of a league, the best known first. */
export const bigClubs = (league: string): readonly string[] => BIG_CLUBS[league] ?? [];

export const isBigClub = (league: string, club: string): boolean => bigClubs(league).includes(club);

/** True for one of the six best known clubs of its league. */
export const isTopClub = (league: string, club: string): boolean =>
  bigClubs(league).slice(0, 6).includes(club);

export const isGiant = (club: string): boolean => giants.has(club);

export const isKnownClub = (club: string): boolean => KNOWN_CLUBS.has(club);

/** True for a club whose matches in the Champions League are news. */
export const isKnownInEurope = (club: string): boolean =>
  isKnownClub(club) || KNOWN_IN_EUROPE.has(club);

export const AFRICAN_TEAMS: readonly string[] = [
  ...['Nigeria', 'Ghana', 'Cameroon', 'Ivory Coast', 'Senegal', 'Egypt', 'Morocco', 'Algeria'],
  ...['Tunisia', 'South Africa', 'Zambia', 'DR Congo', 'Mali', 'Burkina Faso'],
];

export const OTHER_TEAMS: readonly string[] = [
  ...['Brazil', 'Argentina', 'Germany', 'France', 'Spain', 'England', 'Italy', 'Portugal'],
  ...['Netherlands', 'Croatia', 'Belgium', 'Uruguay', 'Colombia', 'United States', 'Mexico'],
];

/**
 * Teams that take part regularly but are seldom watched for their own sake. Their matches are not
 * easy.
 */
const LESS_WATCHED = ['Colombia', 'United States', 'Mexico', 'Zambia', 'DR Congo', 'Mali'];

const KNOWN_TEAMS = new Set(
  [...AFRICAN_TEAMS, ...OTHER_TEAMS].filter((name) => !LESS_WATCHED.includes(name)),
);

/** True for a national team whose matches fans know. */
export const isKnownTeam = (name: string): boolean => KNOWN_TEAMS.has(name);

/** Teams whose matches are known better than their players. */
const PLAYERS_LESS_KNOWN = ['Tunisia', 'Burkina Faso', 'South Africa'];

/** True for a national team whose players fans know. */
export const hasKnownPlayers = (name: string): boolean =>
  isKnownTeam(name) && !PLAYERS_LESS_KNOWN.includes(name);
