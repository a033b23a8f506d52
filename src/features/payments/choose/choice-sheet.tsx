import { Dialog } from '../../../components/dialog.tsx';
import { WaitSheet } from '../../../components/wait-sheet.tsx';
import type { Offer } from '../../../offline/offer.ts';
import { CoinsSheet } from './coins-sheet.tsx';
import { PlanSheet, type SheetProps } from './plan-sheet.tsx';

type Props = Omit<SheetProps, 'offer'> & { offer: Offer | null };

/** What can be bought, once the prices are known; nothing where there is no way to pay. */
export function ChoiceSheet({ offer, ...props }: Props) {
  const isPlan = props.purchase.what === 'plan';
  const title = isPlan ? 'Start Subscription' : 'Buy Coins';
  if (!offer) return <WaitSheet title={title} onClose={props.onClose} />;
  if (offer.ways.length === 0) {
    return (
      <Dialog variant="sheet" title={title} onClose={props.onClose}>
        <p>There is no way to pay at the moment. Please come back later.</p>
      </Dialog>
    );
  }
  return isPlan ? <PlanSheet {...props} offer={offer} /> : <CoinsSheet {...props} offer={offer} />;
}
