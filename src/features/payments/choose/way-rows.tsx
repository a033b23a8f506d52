import type { IconName } from '../../../components/icon.tsx';
import { IconTile } from '../../../components/icon-tile.tsx';
import { WAY_NAMES, type Way } from '../../../rules/money.ts';
import { formatPhone } from '../../../rules/phone.ts';
import { CARD_FEE_PERCENT } from '../order.ts';
import { RadioRow } from '../radio-row.tsx';
import styles from './choose.module.css';

const WAY_ICONS: Readonly<Record<Way, IconName>> = {
  airtime: 'phone',
  card: 'card',
  'mobile-money': 'cash',
};

type Props = {
  ways: readonly Way[];
  chosen: Way;
  phone: string;
  priceBy: (way: Way) => string;
  onChoose: (way: Way) => void;
};

/** The ways to pay that there are, each with its price. */
export function WayRows({ ways, chosen, phone, priceBy, onChoose }: Props) {
  const captions: Record<Way, string> = {
    airtime: formatPhone(phone),
    card: `+ ${CARD_FEE_PERCENT} fee`,
    'mobile-money': 'SmartCash or MoMo',
  };
  return (
    <fieldset className={styles.group}>
      <legend className={styles.heading}>How do you want to pay?</legend>
      {ways.map((way) => (
        <RadioRow
          key={way}
          group="way"
          isChosen={way === chosen}
          onChoose={() => onChoose(way)}
          picture={<IconTile name={WAY_ICONS[way]} />}
          name={WAY_NAMES[way]}
          caption={captions[way]}
          price={priceBy(way)}
        />
      ))}
    </fieldset>
  );
}
