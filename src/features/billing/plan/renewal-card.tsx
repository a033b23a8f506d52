import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Hint } from '../../../components/hint.tsx';
import { SwitchMark } from '../../../components/switch-mark.tsx';
import { toastError } from '../../../components/toast.ts';
import type { RunningPlan } from '../../../contract/payments.ts';
import type { User } from '../../../contract/user.ts';
import { isApiError } from '../../../lib/errors.ts';
import { newKey } from '../../../lib/new-key.ts';
import { dayText } from '../../../lib/time.ts';
import { refreshPlayer } from '../../../session/session.ts';
import { paymentsQuery } from '../api/payments.ts';
import { turnRenewal } from '../api/turn-renewal.ts';
import { EVERY } from '../words.ts';
import { payerOf, priceOf, type Terms } from './renewal.ts';
import styles from './renewal-card.module.css';
import { RenewalDialog } from './renewal-dialog.tsx';

type Props = { player: User; plan: RunningPlan; now: number };

/** Whether the plan renews by itself, where it can (flows.md#renewal). */
export function RenewalCard({ plan, ...props }: Props) {
  return plan.renewal ? <Switch {...props} plan={plan} terms={plan.renewal} /> : null;
}

function Switch({ player, plan, terms, now }: Props & { terms: Terms }) {
  const id = useId();
  const [isAsking, setAsking] = useState(false);
  const turn = useTurn(player, () => setAsking(false));
  const end = dayText(Date.parse(plan.endsAt), now);
  const press = () => {
    if (turn.isPending) return;
    if (plan.renews) turn.mutate({ terms, isOn: false, key: newKey() });
    else setAsking(true);
  };
  const price = <b>{priceOf(terms)}</b>;

  return (
    <section className={styles.card} aria-labelledby={`${id}-name`}>
      <div className={styles.top}>
        <h2 id={`${id}-name`} className={styles.name}>
          Renew by itself
        </h2>
        <button
          type="button"
          role="switch"
          aria-checked={plan.renews}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-what`}
          aria-busy={turn.isPending}
          className={styles.switch}
          onClick={press}
        >
          <span aria-hidden="true">{plan.renews ? 'On' : 'Off'}</span>
          <SwitchMark />
        </button>
      </div>
      <p id={`${id}-what`}>
        When on, we take {price} from {payerOf(terms)} {EVERY[terms.plan]} until you turn it off.
      </p>
      <Hint icon="info">
        {plan.renews ? (
          <>
            On now: we take {price} on {end}, when your plan ends.
          </>
        ) : (
          `Off now: your plan stops on ${end} and we charge nothing.`
        )}
      </Hint>
      {isAsking && (
        <RenewalDialog
          terms={terms}
          end={end}
          isBusy={turn.isPending}
          onYes={() => turn.mutate({ terms, isOn: true, key: newKey() })}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

function useTurn(player: User, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: turnRenewal,
    onSuccess: ({ user, token }) => {
      refreshPlayer(user, token);
      onDone();
    },
    onError: (error) => {
      const isTold = isApiError(error) && error.status === 409;
      toastError(isTold ? error.message : 'Unable to change the renewal');
    },
    // A turn whose answer was lost may have been made: the plan tells.
    onSettled: () => client.invalidateQueries({ queryKey: paymentsQuery(player.id).queryKey }),
  });
}
