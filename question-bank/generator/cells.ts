/** The items of a cell that holds a list. Bars separate the items. */
export function list(cell: string): string[] {
  return cell === '' ? [] : cell.split('|');
}

/** A cell without its second name in brackets: "San Siro (Giuseppe Meazza)" as "San Siro". */
export function withoutBrackets(cell: string): string {
  return cell.replace(/ \(.*$/, '');
}
