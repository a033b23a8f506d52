type Connection = { saveData?: boolean; effectiveType?: string };

/** The browser's report of the line; Safari and Firefox give none. */
const connection = () => (navigator as { connection?: Connection }).connection;

/** Whether the phone asks for as few bytes as can be; `false` where the browser does not say. */
export function savesData(): boolean {
  return connection()?.saveData === true;
}

/** Whether the browser takes the line for 2G or less; `false` where it does not say. */
export function isSlowLine(): boolean {
  return /2g/.test(connection()?.effectiveType ?? '');
}

/** Whether only what a player asks for is fetched (offline.md#save-data). */
export function fetchesLittle(): boolean {
  return savesData() || isSlowLine();
}
