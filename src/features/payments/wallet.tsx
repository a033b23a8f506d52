import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import type { Wallet } from '../../contract/mobile-money.ts';
import type { User } from '../../contract/user.ts';
import { isUndecided } from '../../lib/errors.ts';
import { type Prices, type Product, planOf, quoteOf, RUSH_TICKET } from '../../rules/money.ts';
import { nationalDigits } from '../../rules/phone.ts';
import styles from './mobile-money.module.css';
import type { Order } from './order.tsx';
import { forgetPending, type PendingPayment } from './pending-payment.ts';
import { usePay } from './wallet-calls.ts';
import { ConfirmStep, DoneDialog, PhoneStep, PlanStep } from './wallet-steps.tsx';

type Props = {
  player: User;
  prices: Prices;
  /** The order, or a payment that was found on return. */
  start: Order | PendingPayment;
  onPaid: () => void;
  onOtherWay: () => void;
  onClose: () => void;
};

/**
 * 'Subscribe via SmartCash': the number, the plan, and the payer's yes on their phone
 * (payments.md#mobile-money).
 */
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

  // The button that was pressed is gone, and with it the focus. At first the dialog itself takes the focus.
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

/** A payment by mobile money: the step that is shown, and its data. */
export type WalletState =
  | { step: 'phone'; digits: string }
  | { step: 'plan'; digits: string; wallet: Wallet; hasFailed: boolean }
  | {
      step: 'confirm';
      payment: PendingPayment;
      /** Why a press on the button could not confirm the payment. */
      fault: string | null;
      /** Whether the API cannot tell how the payment ends. */
      isUnseen?: boolean;
      /** When the prompt can be sent again, in epoch milliseconds, as the server keeps it. */
      resendAt: number;
      /** The step to go back to if the payment fails; `null` for a payment that was found on return. */
      before: { digits: string; wallet: Wallet } | null;
    }
  | { step: 'done'; payment: PendingPayment }
  | { step: 'over' };

export type WalletEvent =
  | { type: 'typed'; digits: string }
  | { type: 'recognised'; wallet: Wallet }
  | { type: 'queued'; payment: PendingPayment; resendAt: number }
  | { type: 'not-confirmed'; fault: string }
  | { type: 'unseen' }
  | { type: 'resend-at'; resendAt: number }
  | { type: 'failed' }
  | { type: 'paid' };

/**
 * The state for a payment that was found on return. Its prompt has been sent, and the steps before are not
 * known. If the player sends the prompt again too early, the server says when it can be sent.
 */
export function resumed(payment: PendingPayment): WalletState {
  return { step: 'confirm', payment, fault: null, resendAt: 0, before: null };
}

/** Takes a payment by mobile money one event further (payments.md#mobile-money). */
export function stepWallet(state: WalletState, event: WalletEvent): WalletState {
  switch (state.step) {
    case 'phone':
      if (event.type === 'typed') return { step: 'phone', digits: event.digits };
      if (event.type === 'recognised') {
        return { step: 'plan', digits: state.digits, wallet: event.wallet, hasFailed: false };
      }
      return state;
    case 'plan': {
      const { digits, wallet } = state;
      if (event.type !== 'queued') return state;
      const { payment, resendAt } = event;
      return { step: 'confirm', payment, fault: null, resendAt, before: { digits, wallet } };
    }
    case 'confirm':
      return stepConfirm(state, event);
    default:
      return state;
  }
}

function stepConfirm(
  state: Extract<WalletState, { step: 'confirm' }>,
  event: WalletEvent,
): WalletState {
  switch (event.type) {
    case 'not-confirmed':
      return { ...state, fault: event.fault };
    case 'unseen':
      return { ...state, isUnseen: true };
    case 'resend-at':
      return { ...state, resendAt: event.resendAt };
    case 'failed':
      return state.before ? { step: 'plan', ...state.before, hasFailed: true } : { step: 'over' };
    case 'paid':
      return { step: 'done', payment: state.payment };
    default:
      return state;
  }
}
