import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { paths } from '../../../config/paths.ts';
import { exactNaira } from '../order.ts';
import { forgetPending, type PendingPayment } from '../pending-payment.ts';
import styles from './waiting.module.css';

type Props = {
  payment: PendingPayment;
  /** The server's. */
  words: string;
  onLeave: () => void;
};

/** A payment that the server has refused for good: only people can help. Once told, it is forgotten. */
export function RefusedDialog({ payment, words, onLeave }: Props) {
  const { reference, totalKobo } = payment;
  const navigate = useNavigate();
  useEffect(() => forgetPending(reference), [reference]);
  const contact = () => {
    onLeave();
    navigate(paths.contact);
  };
  return (
    <Dialog title="Payment could not be verified" onClose={onLeave}>
      <div className={styles.stack}>
        <Notice kind="bad" role="alert">
          {words}
        </Notice>
        <p>
          Tell us <b className={styles.reference}>{reference}</b> and <b>{exactNaira(totalKobo)}</b>
          . We find your payment by them.
        </p>
        <Button onClick={contact}>Contact Us</Button>
        <Button colour="line" onClick={onLeave}>
          Not now
        </Button>
      </div>
    </Dialog>
  );
}
