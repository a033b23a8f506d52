import { Card } from '../../../components/card.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { PageScreen } from '../../../components/page-screen.tsx';
import { paths } from '../../../config/paths.ts';
import { DEFAULT_OFFER } from '../../../offer/offer.ts';
import { useKnownOffer } from '../../../offer/use-known-offer.ts';
import { useBrand } from '../../../session/use-brand.ts';
import { usePlayer } from '../../../session/use-player.ts';
import { prizesToWin } from '../figures.ts';
import styles from '../help-page.module.css';
import { Terms } from '../terms/terms.tsx';
import { QuestionList } from './question-list.tsx';
import { frequentQuestions } from './questions.ts';

/** FAQs and terms, for everybody (flows.md#faqs). */
export function FaqsPage() {
  const brand = useBrand();
  // The answers are closed: what is built in gives way to the operator's before one is read.
  const offer = useKnownOffer() ?? DEFAULT_OFFER;
  const { support } = offer.links;
  const isPlayer = usePlayer() !== null;
  const contact = {
    id: 'contact',
    question: 'How do I reach you?',
    answer: isPlayer ? (
      <>
        Write to us with <PageLink to={paths.contact}>Contact Us</PageLink>. You can write without
        network too: it is sent when you are back online.
      </>
    ) : (
      <>
        Sign in with your number, then open the menu and choose Contact.
        {support && (
          <>
            {' '}
            Or reach us at <a href={support}>{support.replace(/^(https:\/\/|mailto:|tel:)/, '')}</a>
          </>
        )}
      </>
    ),
  };
  return (
    <PageScreen title="FAQs and terms" backTo={isPlayer ? paths.home : paths.root}>
      <h2 className={styles.heading}>Questions</h2>
      <QuestionList questions={[...frequentQuestions(prizesToWin(offer, brand), offer), contact]} />
      <p className={styles.more}>
        <PageLink to={paths.privacy}>What we keep of you: Privacy</PageLink>
      </p>
      <p className={styles.more}>
        <PageLink to={paths.fairness}>How we check winners</PageLink>
      </p>
      <Card small title="Terms & Condition">
        <Terms />
      </Card>
    </PageScreen>
  );
}
