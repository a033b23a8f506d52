type Connection = { saveData?: boolean; effectiveType?: string };

/** Gives the browser's report of the connection. Safari and Firefox have none. */
const connection = () => (navigator as { connection?: Connection }).connection;

/** Whether the phone asks to save data. `false` where the browser does not say. */
export function savesData(): boolean {
  return connection()?.saveData === true;
}

/** Whether the browser reports the connection as 2G or slower. `false` where it does not say. */
export function isSlowLine(): boolean {
  return /2g/.test(connection()?.effectiveType ?? '');
}

/** Whether the app fetches only what the player asks for (offline.md#save-data). */
export function fetchesLittle(): boolean {
  return savesData() || isSlowLine();
}
