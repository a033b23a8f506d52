/** How many stand in each line of a formation, the goalkeeper's first: `4-3-3` as 1, 4, 3, 3. */
export const linesOf = (formation: string): number[] => [1, ...formation.split('-').map(Number)];

/** Where a player stands: the line, the place in it from the left, and how many it has. */
export type Place = { line: number; place: number; of: number };

/** The places of a team, the goalkeeper's first, line by line from the back. */
export const placesOf = (formation: string): Place[] =>
  linesOf(formation).flatMap((of, line) =>
    Array.from({ length: of }, (_, place) => ({ line, place, of })),
  );
