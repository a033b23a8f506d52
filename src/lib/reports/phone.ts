import { BUILD, type PhoneReport } from '../../contract/client-reports.ts';

/** What browsers of one family tell more than others. */
type TellingNavigator = {
  connection?: { effectiveType?: PhoneReport['connection'] };
  deviceMemory?: number;
};

/** The id of the build that runs: the hash of its entry, which each change changes; `null` in development. */
export function buildId(): string | null {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';
  const id = /-([\w-]{8})\.js$/.exec(entry)?.[1] ?? '';
  return BUILD.test(id) ? id : null;
}

/** What kind of phone and line it is, as far as the browser tells. */
export function describePhone(): PhoneReport {
  const { connection, deviceMemory } = navigator as TellingNavigator;
  const browser = browserOf(navigator.userAgent);
  return {
    ...(browser && { browser }),
    ...(connection?.effectiveType && { connection: connection.effectiveType }),
    ...(deviceMemory && { memory: deviceMemory }),
  };
}

/** Family and major version alone. */
function browserOf(userAgent: string): string | null {
  const [, family, version] =
    /(Chrome|Firefox)\/(\d{1,4})/.exec(userAgent) ??
    /(Version)\/(\d{1,4}).* Safari\//.exec(userAgent) ??
    [];
  return family ? `${family === 'Version' ? 'Safari' : family} ${version}` : null;
}
