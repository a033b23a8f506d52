// In the first load: every byte here is waited for by a phone on 2G (npm run budget).
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import './app/styles/tokens.css';
import './app/styles/dark.css';
import './app/styles/brands.css';
import './app/styles/base.css';
import './app/styles/ground.css';

const root = document.getElementById('app');
if (!root) throw new Error('index.html has no #app.');
createRoot(root).render(<App />);
