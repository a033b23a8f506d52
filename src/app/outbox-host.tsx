import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { toastError, toastSuccess } from '../components/toast.ts';
import { isMessage, isProfile, isResult, isThemeAlone } from '../outbox/entries.ts';
import {
  messagesAtom,
  outcomesAtom,
  profileChangesAtom,
  resultsAtom,
  startOutbox,
} from '../outbox/schedule.ts';
import { forgetRoundOf, roundAtom } from '../round/store.ts';
import { currentSession, playerOf, refreshPlayer, store } from '../session/session.ts';
import { keepUserPoints } from '../start/user-points.ts';
import { queryClient } from './query-client.ts';

/** Runs the outbox and passes its outcomes on to the rest of the app. */
export function OutboxHost() {
  const setResults = useSetAtom(resultsAtom);
  const setMessages = useSetAtom(messagesAtom);
  const setProfileChanges = useSetAtom(profileChangesAtom);
  const setOutcomes = useSetAtom(outcomesAtom);
  useEffect(() => {
    let hasCounted = false;
    let isToBeSaid = false;
    return startOutbox({
      sender,
      onEntries: (entries) => {
        setResults(entries.filter(isResult));
        setMessages(entries.filter(isMessage));
        setProfileChanges(entries.filter(isProfile).filter((entry) => !isThemeAlone(entry)));
        // The toast is shown once for all results that were sent together.
        if (hasCounted) onCounted(isToBeSaid);
        hasCounted = false;
        isToBeSaid = false;
      },
      onOutcome: (key, outcome) => {
        setOutcomes((outcomes) => ({ ...outcomes, [key]: outcome }));
        if (outcome.state === 'sent') toastSuccess('Email sent successfully');
        if (outcome.state === 'returned') {
          toastError('Your message was not sent. Open Contact Us to change it.');
        }
        if (outcome.state === 'kept') {
          if (outcome.message) toastSuccess(outcome.message);
          if (outcome.user) refreshPlayer(outcome.user, outcome.token);
        }
        if (outcome.state === 'declined') toastError(outcome.message);
        // If the phone could not write a result to the outbox, it kept the round for that result. Now
        // that the result has its answer, the round is forgotten.
        if (outcome.state === 'counted' || outcome.state === 'refused') void forgetRoundOf(key);
        if (outcome.state !== 'counted') return;
        hasCounted = true;
        // The full-time screen of this round shows its outcome itself.
        isToBeSaid ||= store.get(roundAtom)?.key !== key;
        if (!outcome.user) return;
        refreshPlayer(outcome.user, outcome.token);
        keepUserPoints(queryClient, outcome.user, outcome.place);
      },
    });
  }, [setResults, setMessages, setProfileChanges, setOutcomes]);
  return null;
}

/** Refreshes the player's plays, points and boards, which change when results are counted. */
function onCounted(isToBeSaid: boolean): void {
  const playerId = playerOf(currentSession())?.id;
  // After a sign-out there is no player whose data could be refreshed.
  if (!playerId) return;
  if (isToBeSaid) toastSuccess('Leaderboard updated successfully!');
  void queryClient.invalidateQueries({ queryKey: [playerId] });
}

function sender() {
  const session = currentSession();
  const player = playerOf(session);
  return player && { playerId: player.id, token: session.token };
}
