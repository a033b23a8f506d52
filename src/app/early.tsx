import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { PageLoading } from '../components/page-loading.tsx';
import { LandingView } from '../features/landing/landing-view.tsx';
import { Providers } from './providers.tsx';

const nothing = () => undefined;

const render = (screen: ReactNode) => renderToStaticMarkup(<Providers>{screen}</Providers>);

/** What the document shows before any script runs (decision 54); only the build calls this. */
export function earlyScreens(): { landing: string; loading: string } {
  return {
    landing: render(<LandingView progress="idle" onGetStarted={nothing} onTerms={nothing} />),
    loading: render(<PageLoading />),
  };
}
