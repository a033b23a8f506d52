import { Button } from '../../../components/button.tsx';
import { ChoiceDialog } from '../../../components/choice-dialog.tsx';
import { EVERY } from '../words.ts';
import { payerOf, priceOf, rateOf, type Terms } from './renewal.ts';

type Props = {
  terms: Terms;
  /** The day that the plan ends on. */
  end: string;
  isBusy: boolean;
  onYes: () => void;
  onClose: () => void;
};

/** Asks once more before the plan renews by itself, with the price on the button. */
export function RenewalDialog({ terms, end, isBusy, onYes, onClose }: Props) {
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
