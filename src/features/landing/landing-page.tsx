// In the first load: every byte here is waited for by a phone on 2G (npm run budget).
import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { BEGUN_KEY } from '../../config/storage-keys.ts';
import { keptText } from '../../lib/kept.ts';
import { hasDeckAtom } from '../../offline/noted-deck.ts';
import { useBrand, usePlayer } from '../../session/session.ts';
import { LandingView } from './landing-view.tsx';

type DialogPart = (props: { onClose: () => void }) => ReactNode;

type Props = {
  loadTerms: () => Promise<DialogPart>;
  loadGetStarted: () => Promise<DialogPart>;
  /** Loads the work of a visit behind the first screen; `search` is the address's query. */
  loadArrived: () => Promise<(search: string) => void>;
};

/** The landing page (pages.md#landing), which also answers every unknown address. */
export function LandingPage({ loadTerms, loadGetStarted, loadArrived }: Props) {
  const player = usePlayer();
  const hasDeck = useAtomValue(hasDeckAtom);
  const { prizes } = useBrand();
  const navigate = useNavigate();
  const [Dialog, setDialog] = useState<DialogPart | null>(null);
  const [progress, setProgress] = useState<'idle' | 'loading' | 'failed'>('idle');
  const { pathname, search, state } = useLocation();
  const [hasBegun] = useState(isBegun);
  const isHandedOff = !player && (state !== null || hasBegun);

  // The dialog's code is on the phone before the finger is on the button.
  useEffect(() => void loadGetStarted().catch(() => undefined), [loadGetStarted]);
  useEffect(
    () =>
      void loadArrived().then(
        (arrived) => arrived(search),
        () => undefined,
      ),
    [search, loadArrived],
  );
  // Another entry sends its visitor on, with the number (pages.md#landing); a reload goes on in the
  // middle.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visitor sent.
  useEffect(() => {
    if (isHandedOff) void open(loadGetStarted);
  }, [isHandedOff]);

  // A button of the document was pressed before this screen stood in its place (index.html).
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    const { tapped } = document.documentElement.dataset;
    delete document.documentElement.dataset.tapped;
    if (tapped) void open(tapped === 'Get started' ? loadGetStarted : loadTerms);
  }, []);

  function close() {
    setDialog(null);
    // A reload does not open it again.
    if (state !== null) navigate(pathname + search, { replace: true, state: null });
  }

  async function open(load: () => Promise<DialogPart>) {
    if (progress === 'loading') return;
    setProgress('loading');
    try {
      const loaded = await load();
      setDialog(() => loaded);
      setProgress('idle');
    } catch {
      // The page behind it reports the failure.
      document.getElementById('early-form')?.remove();
      setProgress('failed');
    }
  }

  return (
    <>
      <LandingView
        hasWeek={prizes.includes('weekly-cash')}
        progress={progress}
        onGetStarted={() => (player ? navigate(paths.home) : void open(loadGetStarted))}
        onTryFive={hasDeck ? () => navigate(paths.tryFive) : undefined}
        onTerms={() => void open(loadTerms)}
      />
      {Dialog && <Dialog onClose={close} />}
    </>
  );
}

/** Whether a sign-up is under way in this tab; the dialog's code reads which. */
function isBegun(): boolean {
  return keptText('sessionStorage', BEGUN_KEY).get() !== null;
}
