import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { deliveriesAtom, outboxAtom } from '../offline/outbox-atom.ts';
import { startOutbox } from '../offline/outbox-loop.ts';
import { currentSession, keepPlayer, playerOf } from '../session/session.ts';
import { queryClient } from './query-client.ts';

/** Runs the outbox, and lets the rest of the app know what came of it. */
export function OutboxHost() {
  const setEntries = useSetAtom(outboxAtom);
  const setDeliveries = useSetAtom(deliveriesAtom);
  useEffect(
    () =>
      startOutbox({
        sender,
        onEntries: setEntries,
        onDelivery: (key, delivery) => {
          setDeliveries((deliveries) => ({ ...deliveries, [key]: delivery }));
          if (delivery.state !== 'counted') return;
          if (delivery.user) keepPlayer(delivery.user, delivery.token);
          // Plays, points and boards have changed; the categories, whose key is shorter, have not.
          void queryClient.invalidateQueries({ predicate: (query) => query.queryKey.length > 1 });
        },
      }),
    [setEntries, setDeliveries],
  );
  return null;
}

/** Who sends results at this moment. */
function sender() {
  const session = currentSession();
  const player = playerOf(session);
  return player && { playerId: player.id, token: session.token };
}
