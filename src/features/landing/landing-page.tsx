// In the first load: every byte here is waited for by a phone on 2G (npm run budget).
import { type ComponentType, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { usePlayer } from '../../session/use-player.ts';
import { LandingView } from './landing-view.tsx';

type DialogProps = { onClose: () => void };

const loadGetStarted = () =>
  import('./get-started-dialog.tsx').then(({ GetStartedDialog }) => GetStartedDialog);

type Props = { loadTerms: () => Promise<ComponentType<DialogProps>> };

/** The landing page (accounts §2), which also stands for every unknown address. */
export function LandingPage({ loadTerms }: Props) {
  const player = usePlayer();
  const navigate = useNavigate();
  const [Dialog, setDialog] = useState<ComponentType<DialogProps> | null>(null);
  const [progress, setProgress] = useState<'idle' | 'loading' | 'failed'>('idle');
  // The dialog's code is on the phone before the finger is on the button.
  useEffect(() => void loadGetStarted().catch(() => undefined), []);

  async function open(load: () => Promise<ComponentType<DialogProps>>) {
    if (progress === 'loading') return;
    setProgress('loading');
    try {
      const loaded = await load();
      setDialog(() => loaded);
      setProgress('idle');
    } catch {
      setProgress('failed');
    }
  }

  return (
    <>
      <LandingView
        progress={progress}
        onGetStarted={() => (player ? navigate(paths.home) : void open(loadGetStarted))}
        onTerms={() => void open(loadTerms)}
      />
      {Dialog && <Dialog onClose={() => setDialog(null)} />}
    </>
  );
}
