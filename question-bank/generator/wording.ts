/** Starts a sentence with a capital letter. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const AND_LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Names joined for a sentence: "Finidi George, Kanu and Rashidi Yekini". */
export function andList(names: readonly string[]): string {
  return AND_LIST.format(names);
}

/** A place as an ordinal number: 1st, 2nd … 22nd. */
export function ordinal(place: number): string {
  const teen = place % 100 >= 11 && place % 100 <= 13;
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th');
  return `${place}${ending}`;
}
