/** Scorers whom all know, or whose goal is told to this day. */
const STARS = new Set([
  ...['Pelé', 'Diego Maradona', 'Michel Platini', 'Zico', 'Paolo Rossi', 'Gary Lineker'],
  ...['Roger Milla', 'Salvatore Schillaci', 'Lothar Matthäus', 'Jürgen Klinsmann'],
  ...['Roberto Baggio', 'Gabriel Batistuta', 'Romário', 'Bebeto', 'Hristo Stoichkov'],
  ...['Gheorghe Hagi', 'Dennis Bergkamp', 'Abedi Pele', 'Zinedine Zidane', 'Thierry Henry'],
  ...['Ronaldo', 'Rivaldo', 'Ronaldinho', 'Kaká', 'Michael Owen', 'Benni McCarthy'],
  ...["Samuel Eto'o", 'Didier Drogba', 'Yaya Touré', 'Asamoah Gyan', 'Emmanuel Mayuka'],
  ...['Mohamed Salah', 'Sadio Mané', 'Sébastien Haller', 'Mario Balotelli', 'Miroslav Klose'],
  ...['Thomas Müller', 'Wesley Sneijder', 'Arjen Robben', 'Diego Forlán', 'Luis Suárez'],
  ...['Lionel Messi', 'Cristiano Ronaldo', 'Neymar', 'Kylian Mbappé', 'Antoine Griezmann'],
  ...['Kevin De Bruyne', 'Harry Kane', 'Kieran Trippier', 'Jude Bellingham', 'Erling Haaland'],
  ...['Lamine Yamal', 'Ousmane Dembélé'],
]);

export const isStar = (player: string): boolean => STARS.has(player);
