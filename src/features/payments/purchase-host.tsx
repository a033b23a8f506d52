import { useState } from 'react';
import { toastError, toastSuccess } from '../../components/toast.ts';
import { DEFAULT_OFFER } from '../../offline/prices-query.ts';
import type { Way } from '../../rules/money.ts';
import type { Purchase } from '../../session/purchase.ts';
import { useSignedInPlayer } from '../../session/use-player.ts';
import { CardDialog } from './card/card-dialog.tsx';
import { ChoiceSheet } from './choose/choice-sheet.tsx';
import { useOffer } from './choose/use-offer.ts';
import { IN_PLACE } from './in-place.ts';
import { WalletDialog } from './mobile-money/wallet-dialog.tsx';
import type { Order } from './order.ts';
import { type PendingPayment, readPending } from './pending-payment.ts';
import { PendingDialog } from './waiting/pending-dialog.tsx';
import { UnverifiedDialog } from './waiting/unverified-dialog.tsx';

type View =
  | { at: 'waiting' | 'confirm'; payment: PendingPayment }
  | { at: 'choice' }
  | { at: 'pay'; way: Exclude<Way, 'airtime'>; order: Order };

type Props = {
  /** `null` on a return: only a payment that waits is looked for. */
  purchase: Purchase | null;
  onClose: () => void;
};

/** The dialogs of a purchase, one at a time; a payment that waits comes first. */
export function PurchaseHost({ purchase, onClose }: Props) {
  const player = useSignedInPlayer();
  const offer = useOffer();
  const [view, setView] = useState<View>(() => {
    const payment = readPending(player.id, Date.now());
    return payment ? { at: 'waiting', payment } : { at: 'choice' };
  });
  const choose = () => (purchase ? setView({ at: 'choice' }) : onClose());
  const wallet = { player, onPaid: onClose, onOtherWay: choose, onClose };

  switch (view.at) {
    case 'waiting':
      return (
        <PendingDialog
          payment={view.payment}
          onConfirm={() => setView({ ...view, at: 'confirm' })}
          onEnd={(standing) => (standing === 'paid' ? onClose() : choose())}
          onLater={choose}
        />
      );
    case 'confirm':
      if (view.payment.way === 'mobile-money') {
        return <WalletDialog {...wallet} prices={DEFAULT_OFFER.prices} start={view.payment} />;
      }
      return (
        <UnverifiedDialog
          payment={view.payment}
          asksAtOnce
          onEnd={(standing) => {
            if (standing === 'paid') toastSuccess('Payment made successfully', IN_PLACE);
            else toastError('Error processing payment', IN_PLACE);
            onClose();
          }}
          onLeave={onClose}
        />
      );
    case 'choice':
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
    case 'pay':
      return view.way === 'card' ? (
        <CardDialog player={player} order={view.order} onPaid={onClose} onClose={onClose} />
      ) : (
        <WalletDialog {...wallet} prices={(offer ?? DEFAULT_OFFER).prices} start={view.order} />
      );
  }
}
