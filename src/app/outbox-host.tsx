import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { toastError, toastSuccess } from '../components/toast.ts';
import { deliveriesAtom, messagesAtom, outboxAtom } from '../outbox/outbox-atoms.ts';
import { startOutbox } from '../outbox/schedule.ts';
import { isMessage, isResult } from '../outbox/store.ts';
import { forgetRoundOf } from '../round/store.ts';
import { currentSession, playerOf, refreshPlayer } from '../session/session.ts';
import { queryClient } from './query-client.ts';

/** Runs the outbox, and lets the rest of the app know what came of it. */
export function OutboxHost() {
  const setResults = useSetAtom(outboxAtom);
  const setMessages = useSetAtom(messagesAtom);
  const setDeliveries = useSetAtom(deliveriesAtom);
  useEffect(
    () =>
      startOutbox({
        sender,
        onEntries: (entries) => {
          setResults(entries.filter(isResult));
          setMessages(entries.filter(isMessage));
        },
        onDelivery: (key, delivery) => {
          setDeliveries((deliveries) => ({ ...deliveries, [key]: delivery }));
          if (delivery.state === 'sent') toastSuccess('Email sent successfully');
          if (delivery.state === 'returned') {
            toastError('Your message was not sent. Open Contact Us to change it.');
          }
          // Where the outbox could not be written, the round still stands for its result.
          if (delivery.state === 'counted' || delivery.state === 'refused') void forgetRoundOf(key);
          if (delivery.state !== 'counted') return;
          if (delivery.user) refreshPlayer(delivery.user, delivery.token);
          // The player's plays, points and boards have changed.
          const playerId = playerOf(currentSession())?.id;
          if (playerId) void queryClient.invalidateQueries({ queryKey: [playerId] });
        },
      }),
    [setResults, setMessages, setDeliveries],
  );
  return null;
}

/** Who sends at this moment. */
function sender() {
  const session = currentSession();
  const player = playerOf(session);
  return player && { playerId: player.id, token: session.token };
}
