import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { serverTime } from '../../../lib/server-clock.ts';
import type { PromoFacts } from '../api/promo-facts.ts';
import { PromoArt } from './promo-art.tsx';
import { PromoDetail } from './promo-detail.tsx';
import styles from './promo-dialog.module.css';
import { promoWords } from './promo-words.ts';

export type ModalFacts = Exclude<PromoFacts, { id: 'ticket-winner' }>;

type Props = { facts: ModalFacts; onClose: () => void };

/** A promotion over the dashboard; closing it in any way dismisses it. */
export function PromoDialog({ facts, onClose }: Props) {
  const navigate = useNavigate();
  const { title, lead, button, to } = promoWords(facts, serverTime());

  function follow() {
    onClose();
    if (to !== null) navigate(to);
  }

  return (
    <Dialog title={title} art={<PromoArt id={facts.id} />} centred onClose={onClose}>
      <p className={styles.lead}>{lead}</p>
      <PromoDetail facts={facts} />
      <div className={styles.ways}>
        <Button size="lg" onClick={follow}>
          {button}
        </Button>
        <Button colour="line" onClick={onClose}>
          {facts.id === 'entry-ticket' ? 'Close' : 'Not now'}
        </Button>
      </div>
    </Dialog>
  );
}
