import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { toastError } from '../../../components/toast.ts';
import { winningsPath } from '../../../config/paths.ts';
import { proofLock } from '../../../config/storage-keys.ts';
import { isApiError, messageOf } from '../../../lib/errors.ts';
import { holdLock } from '../../../lib/hold-lock.ts';
import { newKey } from '../../../lib/new-key.ts';
import { untilAnswered } from '../../../lib/until-answered.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import { OtherTabScreen } from '../../../start/other-tab-screen.tsx';
import { payoutsQuery } from '../api/payouts.ts';
import { beginProof, type Dealt, findProof } from '../api/proof.ts';
import { ProofDone } from './proof-done.tsx';
import { ProofIntro } from './proof-intro.tsx';
import { ProofScreen } from './proof-screen.tsx';

type Stage =
  | { at: 'finding' | 'elsewhere' | 'intro' | 'starting' | 'done' }
  | { at: 'play'; dealt: Dealt };

/** The proof round: what it is, its questions, and the thanks (flows.md#proof-round-screen). */
export function ProofPage() {
  const { id } = useSignedInPlayer();
  const { data, isError, refetch } = useQuery({ ...payoutsQuery(id), staleTime: 0 });
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [stage, setStage] = useState<Stage>({ at: 'finding' });
  const left = useRef(new AbortController());
  // One for this page: who taps again after a lost reply begins the same round.
  const [startKey] = useState(newKey);

  const findHere = useEffectEvent(() => void find());
  useEffect(() => {
    const leaving = new AbortController();
    left.current = leaving;
    void holdLock(proofLock(id), leaving.signal, {
      onTaken: () => setStage({ at: 'elsewhere' }),
      onHeld: findHere,
    });
    return () => leaving.abort();
  }, [id]);

  /** A round that is open goes on at once: its clock runs. */
  async function find() {
    const { signal } = left.current;
    setStage({ at: 'finding' });
    try {
      const { reply } = await untilAnswered(findProof, signal);
      setStage(reply ? { at: 'play', dealt: reply } : { at: 'intro' });
    } catch {
      // What is refused here is refused again at the start, and told there.
      if (!signal.aborted) setStage({ at: 'intro' });
    }
  }

  async function start() {
    const { signal } = left.current;
    setStage({ at: 'starting' });
    try {
      const { reply } = await untilAnswered((own) => beginProof(startKey, own), signal);
      if (reply) setStage({ at: 'play', dealt: reply });
      else await find();
    } catch (error) {
      if (signal.aborted) return;
      toastError(messageOf(error));
      if (isApiError(error, 'proof/not-asked')) void refetch();
      setStage({ at: 'intro' });
    }
  }

  function end() {
    setStage({ at: 'done' });
    void queryClient.invalidateQueries({ queryKey: payoutsQuery(id).queryKey });
  }

  const leave = () => navigate(winningsPath, { replace: true });
  switch (stage.at) {
    case 'elsewhere':
      return <OtherTabScreen />;
    case 'play':
      return <ProofScreen dealt={stage.dealt} onEnd={end} onLeave={leave} />;
    case 'done':
      return <ProofDone onLeave={leave} />;
    default:
      if (data ? !data.proof : isError) return <Navigate to={winningsPath} replace />;
      return (
        <ProofIntro
          ask={data?.proof ?? null}
          payouts={data?.payouts ?? []}
          isBusy={stage.at !== 'intro' || !data}
          onStart={() => void start()}
          onLater={leave}
        />
      );
  }
}
