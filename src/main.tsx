// In the first load: every byte here is waited for by a phone on 2G (npm run budget).
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { surviveTranslation } from './lib/survive-translation.ts';
import './app/styles/tokens.css';
import './app/styles/dark.css';
import './app/styles/brands.css';
import './app/styles/base.css';
import './app/styles/ground.css';

surviveTranslation();
const root = document.getElementById('app');
if (!root) throw new Error('index.html has no #app.');
const app = createRoot(root);
// The document's first screen stays until the page's own code is there: a wait of React's own would be
// shown for 300 ms at least.
startTransition(() => app.render(<App />));
