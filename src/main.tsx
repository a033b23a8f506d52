// This file is in the first load: a phone on 2G waits for every byte of it (npm run budget).
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
// As a transition, the document's first screen stays until the page's own code has loaded. A fallback of
// React's own would be shown for at least 300 ms.
startTransition(() => app.render(<App />));
