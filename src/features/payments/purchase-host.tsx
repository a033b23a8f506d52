import { useState } from 'react';
import { toastError, toastSuccess } from '../../components/toast.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { DEFAULT_OFFER } from '../../offer/offer.ts';
import { type Product, RUSH_TICKET, type Way } from '../../rules/money.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import type { Purchase } from '../../subscription/asked-plan.ts';
import { CardDialog } from './card.tsx';
import { ChoiceSheet, TicketDialog, useOffer } from './choose.tsx';
import type { Order } from './order.tsx';
import { type PendingPayment, readPending } from './pending-payment.ts';
import { PendingDialog, UnverifiedDialog, useClosedPayments } from './waiting.tsx';
import { WalletDialog } from './wallet.tsx';

type View =
  | { at: 'choice' }
  | { at: 'confirm'; payment: PendingPayment }
  | { at: 'pay'; way: Exclude<Way, 'airtime'>; order: Order }
  | { at: 'ticket' };

type Props = {
  /** `null` if the player only returns and a waiting payment is looked for. */
  purchase: Purchase | null;
  onClose: () => void;
};

/** The dialogs of a purchase, one at a time. Waiting payments come first, one after the other. */
export function PurchaseHost({ purchase, onClose }: Props) {
  const player = useSignedInPlayer();
  const offer = useOffer();
  const [view, setView] = useState<View>({ at: 'choice' });
  const [[waiting, closed], setKept] = useState(() => {
    const kept = readPending(player.id, serverTime());
    const isClosed = ({ windowSaid }: PendingPayment) => windowSaid === 'closed';
    return [kept.filter((payment) => !isClosed(payment)), kept.filter(isClosed)] as const;
  });
  useClosedPayments(closed, (payment) => setKept([[...waiting, payment], closed]));
  const choose = () => setView({ at: 'choice' });
  const goOn = () => {
    const others = waiting.slice(1);
    setKept([others, closed]);
    if (purchase || others.length > 0) choose();
    else onClose();
  };
  // A paid purchase ends the dialog, unless another payment waits. A ticket can be played at once.
  const endPaid = (product: Product) => {
    if (waiting.length > 1) goOn();
    else if (product === RUSH_TICKET) setView({ at: 'ticket' });
    else onClose();
  };
  const wallet = { player, onClose };

  switch (view.at) {
    case 'confirm':
      if (view.payment.way === 'mobile-money') {
        const { prices } = DEFAULT_OFFER;
        const onPaid = () => endPaid(view.payment.product);
        const ways = { ...wallet, onPaid, onOtherWay: goOn };
        return <WalletDialog {...ways} prices={prices} start={view.payment} />;
      }
      return (
        <UnverifiedDialog
          payment={view.payment}
          asksAtOnce
          onEnd={(end) => {
            const say = { id: view.payment.reference };
            if (end === 'paid') toastSuccess('Payment made successfully', say);
            else toastError('Error processing payment', say);
            if (end === 'paid') endPaid(view.payment.product);
            else if (waiting.length > 1) goOn();
            else onClose();
          }}
          onLeave={onClose}
        />
      );
    case 'choice': {
      const [payment] = waiting;
      if (payment) {
        return (
          <PendingDialog
            key={payment.reference}
            payment={payment}
            onConfirm={() => setView({ at: 'confirm', payment })}
            onEnd={(end) => (end === 'paid' ? endPaid(payment.product) : goOn())}
            onLater={goOn}
          />
        );
      }
      return (
        purchase && (
          <ChoiceSheet
            player={player}
            offer={offer}
            purchase={purchase}
            onOrder={(way, order) => setView({ at: 'pay', way, order })}
            onClose={onClose}
          />
        )
      );
    }
    case 'ticket':
      return <TicketDialog onClose={onClose} />;
    case 'pay': {
      const onPaid = () => endPaid(view.order.product);
      return view.way === 'card' ? (
        <CardDialog player={player} order={view.order} onPaid={onPaid} onClose={onClose} />
      ) : (
        <WalletDialog
          {...wallet}
          prices={(offer ?? DEFAULT_OFFER).prices}
          start={view.order}
          onPaid={onPaid}
          onOtherWay={choose}
        />
      );
    }
  }
}
