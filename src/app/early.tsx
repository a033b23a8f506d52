import { renderToStaticMarkup } from 'react-dom/server';
import { PageLoading } from '../components/page-loading.tsx';
import { LandingView } from '../features/landing/landing-view.tsx';

const nothing = () => undefined;

/** What the document shows before any script runs (decision 54); only the build calls this. */
export function earlyScreens(): { landing: string; loading: string } {
  return {
    landing: renderToStaticMarkup(
      <LandingView progress="idle" onGetStarted={nothing} onTerms={nothing} />,
    ),
    loading: renderToStaticMarkup(<PageLoading />),
  };
}
