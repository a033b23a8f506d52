import Bowser from 'bowser';

const BROWSERS = new Set<string>(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set<string>(Object.values(Bowser.OS_MAP));

/** What a player knows a device by, as 'Chrome on Android', of what its browser says of itself; '' where that is nothing known. */
export function deviceOf(userAgent: string | undefined): string {
  if (!userAgent) return '';
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500));
  // Two known words at most: what it does not know Bowser gives as it was sent.
  const known = [knownOf(BROWSERS, browser.name), knownOf(SYSTEMS, os.name)];
  return known.filter(Boolean).join(' on ');
}

const knownOf = (known: Set<string>, name = ''): string => (known.has(name) ? name : '');
