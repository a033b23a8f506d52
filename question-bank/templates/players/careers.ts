/** Clubs that the table omits from a player's career. */
export const MORE_CLUBS: Readonly<Record<string, readonly string[]>> = {
  'Yakubu Aiyegbeni': ['Reading', 'Coventry City'],
  'Andy Cole': ['Bristol City', 'Birmingham City', 'Burnley', 'Nottingham Forest'],
  'Anthony Yeboah': ['Saarbrücken'],
  'Victor Moses': ['Luton Town', 'Kaiserslautern'],
  'Victor Ikpeba': ['Charlton Athletic'],
  'Daniel Amokachi': ['1860 Munich'],
  'Taribo West': ['Plymouth Argyle'],
  'Peter Odemwingie': ['Bristol City'],
  Mido: ['Barnsley'],
  'Emmanuel Adebayor': ['Le Mans'],
  'Nicolas Anelka': ['Trappes'],
  "Samuel Eto'o": ['Leganés'],
  'Samuel Kuffour': ['Torino', 'Nürnberg'],
  'El Hadji Diouf': ['Doncaster Rovers'],
  Lauren: ['Sevilla', 'Córdoba'],
  'Edgar Davids': ['Crystal Palace'],
  'Frank Lampard': ['Swansea City'],
  // These three players were at Tottenham, Atlético and Lille as boys, so these clubs cannot be
  // called wrong.
  'David Beckham': ['Preston North End', 'Tottenham Hotspur'],
  Raúl: ['Atlético Madrid'],
  'Franck Ribéry': ['Brest', 'Lille'],
  'David Villa': ['Sporting Gijón'],
  'Cesc Fàbregas': ['Como'],
  'Christian Vieri': ['Pisa', 'Ravenna', 'Venezia'],
  'Asamoah Gyan': ['Modena'],
  'Sulley Muntari': ['Albacete'],
  'Taye Taiwo': ['Bursaspor', 'Dynamo Kyiv'],
  'Gabriel Batistuta': ["Newell's Old Boys"],
  'Jay-Jay Okocha': ['Borussia Neunkirchen'],
  'Roy Keane': ['Cobh Ramblers'],
  'Papiss Cissé': ['Châteauroux', 'Fenerbahçe'],
  'Sunday Oliseh': ['Genk'],
};

/** Clubs of the table for which a player never took the field. */
export const NEVER_PLAYED: Readonly<Record<string, readonly string[]>> = {
  'Christian Vieri': ['Sampdoria'],
  "Samuel Eto'o": ['Espanyol'],
};

/** Spells abroad that ended before 2005, without those at clubs that made the player famous. */
const LONG_AGO: Readonly<Record<string, readonly string[]>> = {
  'Sunday Oliseh': ['Reggiana', 'FC Köln', 'Juventus', 'VfL Bochum'],
  'Taribo West': ['AC Milan'],
  'Finidi George': ['Mallorca'],
  'Didier Drogba': ['Guingamp'],
  "Samuel Eto'o": ['Real Madrid', 'Espanyol', 'Mallorca'],
  'Rigobert Song': ['Metz', 'Lens'],
  'Patrick Mboma': ['Paris Saint-Germain', 'Metz', 'Cagliari', 'Parma'],
  'Michael Essien': ['Bastia'],
  'Anthony Yeboah': ['Hamburg'],
  'El Hadji Diouf': ['Sochaux', 'Rennes', 'Lens'],
  'Emmanuel Adebayor': ['Metz'],
  'George Weah': ['Monaco', 'Paris Saint-Germain', 'Marseille'],
  'Seydou Keita': ['Marseille', 'Lorient'],
  'Zinedine Zidane': ['Cannes', 'Bordeaux'],
  'Andrea Pirlo': ['Brescia', 'Inter Milan', 'Reggina'],
  'Gianluigi Buffon': ['Parma'],
  'Gabriel Batistuta': ['Roma', 'Inter Milan'],
  'Hernán Crespo': ['Parma', 'Lazio'],
  'Christian Vieri': ['Torino', 'Juventus', 'Lazio'],
  'Clarence Seedorf': ['Sampdoria', 'Inter Milan'],
  'Edgar Davids': ['AC Milan'],
  'Eric Cantona': ['Auxerre', 'Marseille', 'Bordeaux', 'Montpellier', 'Nîmes'],
  'Patrick Vieira': ['Cannes', 'AC Milan'],
  'Franck Ribéry': ['Metz'],
  'Michael Ballack': ['Kaiserslautern'],
  'Miroslav Klose': ['Kaiserslautern'],
  'Pavel Nedvěd': ['Lazio'],
};

/** True for a spell that only viewers of that league at that time remember. */
export const isLongAgo = (club: string, player: string): boolean =>
  (LONG_AGO[player] ?? []).includes(club);

/** Players whose position is a matter of opinion. */
export const NO_CLEAR_POSITION: ReadonlySet<string> = new Set([
  ...['Ronaldinho', 'Kaká', 'Francesco Totti', 'Thomas Müller', 'Marco Reus', 'Alex Iwobi'],
  ...['Lauren', 'Mohammed Kudus', 'Jude Bellingham', 'Wayne Rooney', 'Eric Cantona', 'Gervinho'],
  ...['Celestine Babayaro', 'Steven Pienaar', 'Taye Taiwo', 'Achraf Hakimi', 'Neymar'],
  ...['Javier Zanetti', 'Antoine Griezmann'],
]);

/** A second country that a player won senior caps for. */
export const MORE_COUNTRIES: Readonly<Record<string, readonly string[]>> = {
  'Wilfried Zaha': ['England'],
};
