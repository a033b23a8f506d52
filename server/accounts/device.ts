import Bowser from 'bowser';

/** What a player knows a device by, as 'Chrome on Android', of what its browser says of itself; '' where that is nothing known. */
export function deviceOf(userAgent: string | undefined): string {
  if (!userAgent) return '';
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500));
  // Two known words at most: nothing of what was sent is kept.
  return [browser.name, os.name].filter(Boolean).join(' on ').slice(0, 60);
}
