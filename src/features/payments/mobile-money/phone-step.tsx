import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import type { Wallet } from '../../../contract/mobile-money.ts';
import { isApiError, isNetworkError, NO_NETWORK_MESSAGE } from '../../../lib/errors.ts';
import {
  formatPhone,
  PHONE_FORM_MESSAGE,
  to234Form,
  toZeroForm,
  ZERO_FORM_DIGITS,
} from '../../../rules/phone.ts';
import { walletName, walletQuery } from '../api/mobile-money.ts';
import { saidBy } from '../said-by.ts';
import styles from './mobile-money.module.css';
import { UNABLE } from './texts.ts';

const DIALS = [
  { platform: 'SmartCash', line: 'Airtel line', code: '*939#' },
  { platform: 'MoMo', line: 'MTN line', code: '*671#' },
] as const;

type Props = {
  playerId: string;
  digits: string;
  onType: (digits: string) => void;
  onRecognise: (wallet: Wallet) => void;
  onOtherWay: () => void;
};

/** The number whose wallet pays; it is looked up at its last digit. */
export function PhoneStep({ playerId, digits, onType, onRecognise, onOtherWay }: Props) {
  const isWhole = digits.length === ZERO_FORM_DIGITS;
  const isReadable = isWhole && digits.startsWith('0');
  const { data, error, isFetching, refetch } = useQuery({
    ...walletQuery(playerId, digits),
    enabled: isReadable,
  });
  const isUnregistered = isApiError(error, 'mobile-money/not-registered');
  return (
    <>
      {/* No maxLength: it would cut a pasted "+234 803 000 0000" before it is read. */}
      <TextField
        label="Mobile money number"
        aside={`${digits.length} of ${ZERO_FORM_DIGITS}`}
        name="wallet"
        type="tel"
        inputMode="numeric"
        autoComplete="tel"
        value={digits}
        onChange={({ target }) => onType(toZeroForm(target.value))}
        trailing={
          isFetching && (
            <span className={styles.looking}>
              <Spinner />
              <span className="vh">Please wait</span>
            </span>
          )
        }
        error={
          isWhole && !isReadable ? PHONE_FORM_MESSAGE : isFetching ? null : wordsOf(error, digits)
        }
      />
      {data && !isFetching && (
        <>
          <Notice kind="ok" role="status">
            Is this you?
            <b className={styles.name}>{walletName(data)}</b>
            {data.platform}, {formatPhone(to234Form(digits))}
          </Notice>
          <Button size="lg" onClick={() => onRecognise(data)}>
            Yes, continue
          </Button>
          <p className={styles.foot}>Nothing is charged yet.</p>
        </>
      )}
      {isUnregistered && !isFetching && (
        <div>
          <p>Open a wallet on your phone first. Dial:</p>
          {DIALS.map(({ platform, line, code }) => (
            <a key={code} className={styles.dial} href={`tel:${code.replace('#', '%23')}`}>
              <Icon name="phone" />
              <span>
                <strong>{platform}</strong> <span className={styles.caption}>{line}</span>
              </span>
              <b>{code}</b>
            </a>
          ))}
        </div>
      )}
      {error && (
        <>
          <Button loading={isFetching} onClick={() => void refetch()}>
            Check again
          </Button>
          <Button colour="line" onClick={onOtherWay}>
            Pay another way
          </Button>
        </>
      )}
    </>
  );
}

function wordsOf(error: unknown, digits: string): string | null {
  if (!error) return null;
  if (isApiError(error, 'mobile-money/not-registered'))
    return `${digits} is not registered on Airtel Smartcash or MTN MoMo`;
  return isNetworkError(error) ? NO_NETWORK_MESSAGE : saidBy(error, UNABLE);
}
