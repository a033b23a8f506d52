import { Dialog } from '../../../components/dialog.tsx';
import { WaitSheet } from '../../../components/wait-sheet.tsx';
import type { Offer } from '../../../offer/offer.ts';
import { PURCHASE_TITLES } from '../../../subscription/purchase.ts';
import { CoinsSheet } from './coins-sheet.tsx';
import { PlanSheet, type SheetProps } from './plan-sheet.tsx';
import { TicketSheet } from './ticket-sheet.tsx';

const SHEETS = { plan: PlanSheet, coins: CoinsSheet, ticket: TicketSheet };

type Props = Omit<SheetProps, 'offer'> & { offer: Offer | null };

/** What can be bought, once the prices are known; nothing where there is no way to pay. */
export function ChoiceSheet({ offer, ...props }: Props) {
  const { what } = props.purchase;
  const title = PURCHASE_TITLES[what];
  if (!offer) return <WaitSheet title={title} onClose={props.onClose} />;
  if (offer.ways.length === 0) {
    return (
      <Dialog variant="sheet" title={title} onClose={props.onClose}>
        <p>There is no way to pay at the moment. Please come back later.</p>
      </Dialog>
    );
  }
  const Sheet = SHEETS[what];
  return <Sheet {...props} offer={offer} />;
}
