import { useState } from 'react';
import { Button, ButtonLink } from '../../../../components/button.tsx';
import { ChoiceDialog } from '../../../../components/choice-dialog.tsx';
import styles from './share-dialog.module.css';

/** The line after it says the same in words. */
const SQUARES = /^\p{Extended_Pictographic}+\n$/u;

type Props = { text: string; onClose: () => void };

/** Where the browser has no sheet of its own: WhatsApp first, a copy last (flows.md#share). */
export function ShareDialog({ text, onClose }: Props) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);

  async function copy() {
    // Missing where the page is not served safely, refused where the browser asks first.
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setCopied(isCopied ? 'yes' : 'no');
  }

  return (
    <ChoiceDialog
      title="Share your game"
      lead={
        <span className={styles.text}>
          {text.match(/.*\n|.+/g)?.map((line) => (
            <span key={line} aria-hidden={SQUARES.test(line) || undefined}>
              {line}
            </span>
          ))}
        </span>
      }
      onClose={onClose}
    >
      <ButtonLink
        href={`https://wa.me/?text=${encodeURIComponent(text)}`}
        target="_blank"
        rel="noopener"
      >
        WhatsApp
      </ButtonLink>
      <Button colour="line" onClick={copy}>
        {copied === 'yes' ? 'Copied' : 'Copy'}
      </Button>
      <p role="status">
        {copied === 'no' && 'This phone does not let us copy. Press the text above and hold it.'}
      </p>
    </ChoiceDialog>
  );
}
