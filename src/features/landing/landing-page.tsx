// Part of the first load: a phone on 2G waits for every byte of this file (npm run budget).
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
  /** Loads the work that a visit starts behind the first screen; `search` is the address's query. */
  loadArrived: () => Promise<(search: string) => void>;
};

/** The landing page (pages.md#landing). Unknown addresses show it too. */
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

  // The dialog's code is fetched early, so that it is there when the button is tapped.
  useEffect(() => void loadGetStarted().catch(() => undefined), [loadGetStarted]);
  useEffect(
    () =>
      void loadArrived().then(
        (arrived) => arrived(search),
        () => undefined,
      ),
    [search, loadArrived],
  );
  // The sign-up opens by itself for a visitor whom another entry sent here with a number (pages.md#landing),
  // and after a reload in the middle of a sign-up.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visitor who is sent here.
  useEffect(() => {
    if (isHandedOff) void open(loadGetStarted);
  }, [isHandedOff]);

  // A button of index.html was tapped before this screen replaced it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page appears.
  useEffect(() => {
    const { tapped } = document.documentElement.dataset;
    delete document.documentElement.dataset.tapped;
    if (tapped) void open(tapped === 'Get started' ? loadGetStarted : loadTerms);
  }, []);

  function close() {
    setDialog(null);
    // Without the state, a reload does not open the dialog again.
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
      // The form of index.html is removed, since the page behind it reports the failure.
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

/** Whether a sign-up has begun in this tab. The dialog's code reads its details. */
function isBegun(): boolean {
  return keptText('sessionStorage', BEGUN_KEY).get() !== null;
}
