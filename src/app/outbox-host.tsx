import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { deliveriesAtom, outboxAtom } from '../offline/outbox-atom.ts';
import { startOutbox } from '../offline/outbox-loop.ts';
import { currentSession, playerOf, refreshPlayer } from '../session/session.ts';
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
          if (delivery.user) refreshPlayer(delivery.user, delivery.token);
          // The player's plays, points and boards have changed.
          const playerId = playerOf(currentSession())?.id;
          if (playerId) void queryClient.invalidateQueries({ queryKey: [playerId] });
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
