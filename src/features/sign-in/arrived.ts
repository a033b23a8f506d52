import { whenIdle } from '../../lib/when-idle.ts';
import { currentSession, playerOf } from '../../session/session.ts';
import { detectPhone } from './api/detected-phone.ts';
import { keepArrival } from './arrival.ts';

/** What a visit to the landing starts behind the first screen (accounts §2 and §4). */
export function arrived(search: string): void {
  keepArrival(search);
  whenIdle(() => {
    if (!playerOf(currentSession())) void detectPhone();
  });
}
