/** Whether the phone asks for as few bytes as can be; `false` where the browser does not tell. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
