import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ChoiceDialog } from '../../components/choice-dialog.tsx';
import { SwitchMark } from '../../components/marks.tsx';
import { Hint } from '../../components/rows.tsx';
import { toastError } from '../../components/toast.ts';
import { putRenewal } from '../../contract/endpoints/payments.ts';
import type { RunningPlan } from '../../contract/payments.ts';
import type { User } from '../../contract/user.ts';
import { isApiError } from '../../lib/errors.ts';
import { newKey } from '../../lib/new-key.ts';
import { dayText } from '../../lib/time.ts';
import { formatKobo, type RenewableWay } from '../../rules/money.ts';
import { playerCall } from '../../session/player-call.ts';
import { refreshPlayer } from '../../session/session.ts';
import { EVERY } from './parts.tsx';
import { paymentsQuery } from './reads.ts';
import styles from './renewal.module.css';

type RenewalCardProps = { player: User; plan: RunningPlan; now: number };

/** Shows whether the plan renews by itself; nothing for a plan that cannot (subscription.md#renewal). */
export function RenewalCard({ plan, ...props }: RenewalCardProps) {
  return plan.renewal ? <Switch {...props} plan={plan} terms={plan.renewal} /> : null;
}

function Switch({ player, plan, terms, now }: RenewalCardProps & { terms: Terms }) {
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
    // The server may have changed the renewal although its answer was lost, so the plan is read again.
    onSettled: () => client.invalidateQueries({ queryKey: paymentsQuery(player.id).queryKey }),
  });
}

type RenewalDialogProps = {
  terms: Terms;
  /** The day on which the plan ends. */
  end: string;
  isBusy: boolean;
  onYes: () => void;
  onClose: () => void;
};

/** Asks the player to confirm that the plan renews by itself. The price is on the button. */
function RenewalDialog({ terms, end, isBusy, onYes, onClose }: RenewalDialogProps) {
  return (
    <ChoiceDialog
      title="Renew by itself?"
      lead={
        <>
          From {end} on we take <b>{priceOf(terms)}</b> from {payerOf(terms)} {EVERY[terms.plan]}.
          You can turn it off at any time.
        </>
      }
      onClose={onClose}
    >
      <Button loading={isBusy} onClick={onYes}>
        Renew for {rateOf(terms)}
      </Button>
      <Button colour="line" disabled={isBusy} onClick={onClose}>
        Not now
      </Button>
    </ChoiceDialog>
  );
}

/** The price and terms of a renewal, in kobo. */
type Terms = NonNullable<RunningPlan['renewal']>;

const FROM: Readonly<Record<RenewableWay, string>> = { airtime: 'your airtime', card: 'your card' };

const EACH = { daily: 'a day', weekly: 'a week' } as const;

/** Gives the price: `₦100`. By card it includes the card's fee. */
const priceOf = ({ kobo, feeKobo }: Terms) => formatKobo(kobo + feeKobo);

/** Says what pays: `your airtime` */
const payerOf = ({ way }: Terms) => FROM[way];

/** Says the price of a period: `₦100 a week` */
const rateOf = (terms: Terms) => `${priceOf(terms)} ${EACH[terms.plan]}`;

/** The player's choice, with the price to which they agreed. */
type Wish = { terms: NonNullable<RunningPlan['renewal']>; isOn: boolean; key: string };

/** Turns the plan's renewal on or off, and gives the changed player (subscription.md#renewal). */
async function turnRenewal({ terms, isOn, key }: Wish) {
  const agreed = isOn ? { totalKobo: terms.kobo + terms.feeKobo } : {};
  const { data, meta } = await playerCall(putRenewal, { body: { isOn, ...agreed }, key });
  return { user: data.user, token: meta?.token ?? null };
}
