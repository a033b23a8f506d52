import notice from '../components/notice.module.css';
import { paths } from '../config/paths.ts';
import { LEFT_HOME_KEY } from '../config/storage-keys.ts';
import { networkNow } from '../lib/reachability.ts';
import { weekOf } from '../rules/calendar.ts';
import { currentSession, isSignedInAs, playerOf } from '../session/session.ts';

/**
 * Keeps the dashboard as it is left: the next start shows it until the app is there (ADR-0021).
 * Gives the way to stop.
 */
export function keepLeft(): () => void {
  document.addEventListener('visibilitychange', noteLeft);
  return () => document.removeEventListener('visibilitychange', noteLeft);
}

function noteLeft(): void {
  if (document.visibilityState !== 'hidden') return;
  const left = leftHome();
  try {
    if (left) localStorage.setItem(LEFT_HOME_KEY, JSON.stringify(left));
    else localStorage.removeItem(LEFT_HOME_KEY);
  } catch {
    // It is only quicker with it.
  }
}

/** What index.html shows; `null` where the dashboard is not what stands there, or tells of a line that is gone. */
function leftHome() {
  const player = playerOf(currentSession());
  if (!player || !isSignedInAs(player.id) || location.pathname !== paths.home) return null;
  if ('dialog' in document.documentElement.dataset || networkNow() === 'none') return null;
  const page = document.getElementById('app')?.cloneNode(true);
  if (!(page instanceof HTMLElement) || !page.querySelector('main li button')) return null;
  // How the line is then, nobody knows.
  page.querySelector(`.${notice.flat}`)?.remove();
  return {
    player: player.id,
    /** Epoch milliseconds: points and place of a week are not shown in the next one. */
    until: weekOf(Date.now()).endsAt,
    width: innerWidth,
    css: cssText(),
    html: page.innerHTML,
  };
}

/** Every rule of a file; those of the document stand in the next one, too. */
function cssText(): string {
  const files = [...document.styleSheets].filter(({ href, disabled }) => href && !disabled);
  return files.flatMap(({ cssRules }) => [...cssRules].map((rule) => rule.cssText)).join('');
}
