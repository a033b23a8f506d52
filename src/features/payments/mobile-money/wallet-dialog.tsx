import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import type { User } from '../../../contract/user.ts';
import { isUndecided } from '../../../lib/errors.ts';
import { type Prices, type Product, planOf, quoteOf, RUSH_TICKET } from '../../../rules/money.ts';
import { nationalDigits } from '../../../rules/phone.ts';
import type { Order } from '../order.ts';
import { forgetPending, type PendingPayment } from '../pending-payment.ts';
import { ConfirmStep } from './confirm-step.tsx';
import { DoneDialog } from './done-dialog.tsx';
import styles from './mobile-money.module.css';
import { PhoneStep } from './phone-step.tsx';
import { PlanStep } from './plan-step.tsx';
import { usePay } from './use-pay.ts';
import { resumed, stepWallet, type WalletState } from './wallet-reducer.ts';

type Props = {
  player: User;
  prices: Prices;
  /** What is bought, or the payment that was found on return. */
  start: Order | PendingPayment;
  onPaid: () => void;
  onOtherWay: () => void;
  onClose: () => void;
};

/** 'Subscribe via SmartCash': phone, plan, the yes on the phone (flows.md#mobile-money). */
export function WalletDialog({ player, prices, start, onPaid, onOtherWay, onClose }: Props) {
  const [state, dispatch] = useReducer(stepWallet, null, (): WalletState => {
    if (!('quote' in start)) return resumed(start);
    return { step: 'phone', digits: player.phone ? `0${nationalDigits(player.phone)}` : '' };
  });
  const queryClient = useQueryClient();
  const [order, setOrder] = useState('quote' in start ? start : null);
  const pay = usePay(player.id, (payment, resendAt) =>
    dispatch({ type: 'queued', payment, resendAt }),
  );

  // The button that led on is gone, and the focus with it; the dialog itself takes it at first.
  const heading = useRef<HTMLHeadingElement>(null);
  const focused = useRef(state.step);
  useEffect(() => {
    if (focused.current !== state.step) heading.current?.focus();
    focused.current = state.step;
  }, [state.step]);

  const isOver = state.step === 'over';
  const leave = useEffectEvent(onOtherWay);
  useEffect(() => {
    if (isOver) leave();
  }, [isOver]);

  function leaveUnseen({ reference }: PendingPayment) {
    forgetPending(reference);
    void queryClient.invalidateQueries();
    onClose();
  }

  if (state.step === 'over') return null;
  if (state.step === 'done') return <DoneDialog payment={state.payment} onDone={onPaid} />;
  const { title, step } = walletWords(start.product);
  const names = ['Phone', step, 'Confirm'];
  return (
    <Dialog title={title} onClose={onClose}>
      <ProgressSteps names={names} at={['phone', 'plan', 'confirm'].indexOf(state.step)} />
      <div className={styles.stack}>
        {state.step === 'phone' && (
          <PhoneStep
            playerId={player.id}
            digits={state.digits}
            onType={(digits) => dispatch({ type: 'typed', digits })}
            onRecognise={(wallet) => dispatch({ type: 'recognised', wallet })}
            onOtherWay={onOtherWay}
          />
        )}
        {state.step === 'plan' && order && (
          <PlanStep
            heading={heading}
            playerId={player.id}
            prices={prices}
            order={order}
            digits={state.digits}
            wallet={state.wallet}
            hasFailed={state.hasFailed}
            isPaying={pay.isPending}
            isFixed={pay.isPending || isUndecided(pay.error)}
            onPlan={(plan) => {
              const product = `plan-${plan}` as const;
              const quote = quoteOf(prices, 'mobile-money', product);
              if (quote) setOrder({ ...order, product, quote });
            }}
            onPay={(bill) => pay.mutate(bill)}
          />
        )}
        {state.step === 'confirm' && (
          <ConfirmStep
            {...state}
            heading={heading}
            isResumed={state.before === null}
            dispatch={dispatch}
            onLeave={() => leaveUnseen(state.payment)}
          />
        )}
      </div>
    </Dialog>
  );
}

function walletWords(product: Product) {
  if (product === RUSH_TICKET) return { title: 'Buy a ticket', step: 'Ticket' };
  if (planOf(product)) return { title: 'Subscribe via SmartCash', step: 'Plan' };
  return { title: 'Buy Coins', step: 'Pack' };
}

function ProgressSteps({ names, at }: { names: string[]; at: number }) {
  return (
    <ol className={styles.steps}>
      {names.map((name, index) => (
        <li
          key={name}
          className={index < at ? styles.done : index === at ? styles.now : undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          {index < at && <Icon name="check" size={14} />}
          {name}
        </li>
      ))}
    </ol>
  );
}
