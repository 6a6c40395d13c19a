import './stores/storage-in-frames.ts';
import './api/zod-without-eval.ts';
import './ui/trusted-types.ts';
import '@fontsource-variable/atkinson-hyperlegible-next/wght.css';
import { createRoot } from 'react-dom/client';
import { makeQueryClient } from './app/start/query-client.ts';
import { App } from './app/App.tsx';
import { removePoster } from './app/start/first-sight.ts';
import { preload } from './app/screen-map.ts';
import { firstScreen } from './app/screen-texts.ts';
import './theme/tokens.css';
import './theme/base.css';
import { applyColourScheme } from './theme/colour-scheme.ts';
import { addSubjectStyles } from './theme/subject-styles.ts';

applyColourScheme();
addSubjectStyles();

// Loads the first screen in parallel with configuration, texts and user.
void preload(firstScreen());

const root = document.getElementById('root')!;
removePoster(root);
createRoot(root).render(<App queryClient={makeQueryClient()} />);

// Loaded later, because it is not needed for the first page.
void import('./ui/keep-focus.ts').then(({ keepFocus }) => keepFocus());
