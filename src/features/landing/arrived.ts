import { whenIdle } from '../../lib/when-idle.ts';
import { keepArrival } from '../../session/arrival.ts';
import { detectPhone } from '../../session/detected-phone.ts';
import { currentSession, playerOf } from '../../session/session.ts';

/** What a visit to the landing starts behind the first screen (accounts §2 and §4). */
export function arrived(search: string): void {
  keepArrival(search);
  whenIdle(() => {
    if (!playerOf(currentSession())) void detectPhone();
  });
}
