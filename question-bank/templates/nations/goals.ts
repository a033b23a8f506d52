/** Lists of goals as the match tables write them: "Rashidi Yekini 21'; Finidi George 45' (pen)". */

function goals(cell: string): string[] {
  return cell.split('; ').filter((goal) => goal !== '');
}

/** Players whom fans know by another form of their name than the tables use. */
const FULL_NAMES: Readonly<Record<string, string>> = {
  Yakubu: 'Yakubu Aiyegbeni',
  'Mikel John Obi': 'John Obi Mikel',
  Leônidas: 'Leônidas da Silva',
  Geremi: 'Geremi Njitap',
};

/** A player under the name that fans know him by. */
export const playerName = (name: string): string => FULL_NAMES[name] ?? name;

const nameOf = (goal: string): string => playerName(goal.replace(/ [\d?+]+'.*$/, ''));
const isOwnGoal = (goal: string): boolean => goal.includes('(og)');

/** Those who scored for the team, each once, without the other team's own goals. */
export function scorersOf(cell: string): string[] {
  return [
    ...new Set(
      goals(cell)
        .filter((goal) => !isOwnGoal(goal))
        .map(nameOf),
    ),
  ];
}

/** Those who scored for the team by mistake. */
export function ownGoalsIn(cell: string): string[] {
  return goals(cell).filter(isOwnGoal).map(nameOf);
}
