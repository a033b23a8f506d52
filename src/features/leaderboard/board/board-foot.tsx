import { PageLink } from '../../../components/page-link.tsx';
import { paths } from '../../../config/paths.ts';
import { useKnownOffer } from '../../../offer/use-known-offer.ts';
import { poolOf } from '../../../rules/networks.ts';
import { whoWins } from '../../../rules/prize-words.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import styles from './board-foot.module.css';

/** Every board says who wins, and leads to how its places come about (game.md#fairness-page). */
export function BoardFoot() {
  const { network } = useSignedInPlayer();
  const offer = useKnownOffer();
  return (
    <div className={styles.foot}>
      {offer && <p>{whoWins(offer.prizes, poolOf(network ?? ''))}</p>}
      <PageLink to={paths.fairness}>How places and ties work</PageLink>
    </div>
  );
}
