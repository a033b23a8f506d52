/**
 * A choice between on and off that this phone keeps under `key` in local storage: off until somebody
 * turns it on. Where the phone keeps nothing it lives as long as the page.
 */
export function keptChoice(key: string) {
  let unsaved: boolean | null = null;

  function read(): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }

  return {
    isOn: () => unsaved ?? read() === 'on',
    /** Whether anybody has chosen yet, either way. */
    isMade: () => unsaved !== null || read() !== null,
    choose(isOn: boolean): void {
      try {
        localStorage.setItem(key, isOn ? 'on' : 'off');
        unsaved = null;
      } catch {
        unsaved = isOn;
      }
    },
  };
}
