import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { PartnerName } from '../components/brand.tsx';
import dialogStyles from '../components/dialog.module.css';
import { DialogPanel } from '../components/dialog-panel.tsx';
import { PageLoading } from '../components/page-loading.tsx';
import { brandOf } from '../config/brands.ts';
import { env } from '../config/env.ts';
import { LandingView } from '../features/landing/landing-view.tsx';
import { GetStartedForm } from '../features/sign-in/get-started-form.tsx';
import { HOUSE } from '../rules/networks.ts';

const nothing = () => undefined;

/**
 * The build's document is made without a player or a visit, so it has the looks of the network that it
 * is built for.
 */
const BUILT_BRAND = brandOf(HOUSE.id, null, env.network);

const NOTHING_TYPED = { phone: '', email: '', username: '', isAdult: false };

/** Gives the document's markup before any script runs (ADR-0009). Only the build calls this function. */
export function earlyScreens(): { landing: string; loading: string; form: string } {
  return {
    landing: render(
      <LandingView
        hasWeek={BUILT_BRAND.prizes.includes('weekly-cash')}
        progress="idle"
        onGetStarted={nothing}
        onTerms={nothing}
      />,
    ),
    loading: render(<PageLoading />),
    form: render(
      <div id="early-form" className={dialogStyles.root}>
        <DialogPanel titleId="early-title" title="Get started" variant="tall" onClose={nothing}>
          <GetStartedForm
            step="phone"
            values={NOTHING_TYPED}
            errors={{}}
            busy={false}
            onChange={nothing}
            onSubmit={nothing}
            onReroll={nothing}
          />
        </DialogPanel>
      </div>,
    ),
  };
}

function render(screen: ReactNode): string {
  return renderToStaticMarkup(<PartnerName value={BUILT_BRAND.name}>{screen}</PartnerName>);
}
