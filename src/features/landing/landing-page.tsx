// In the first load: every byte here is waited for by a phone on 2G (npm run budget).
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { usePlayer } from '../../session/use-player.ts';
import { LandingView } from './landing-view.tsx';

const loadGetStarted = () => import('./get-started-dialog.tsx');
const GetStartedDialog = lazy(() =>
  loadGetStarted().then((module) => ({ default: module.GetStartedDialog })),
);
const TermsDialog = lazy(() =>
  import('./terms-dialog.tsx').then((module) => ({ default: module.TermsDialog })),
);

/** The landing page (accounts §2), which also stands for every unknown address. */
export function LandingPage() {
  const player = usePlayer();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'get-started' | 'terms' | null>(null);
  // The dialog's code is on the phone before the finger is on the button.
  useEffect(() => void loadGetStarted().catch(() => undefined), []);

  return (
    <>
      <LandingView
        onGetStarted={() => (player ? navigate(paths.home) : setOpen('get-started'))}
        onTerms={() => setOpen('terms')}
      />
      <Suspense fallback={null}>
        {open === 'get-started' && <GetStartedDialog onClose={() => setOpen(null)} />}
        {open === 'terms' && <TermsDialog onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}
