import { screens } from '@fundus/contract/screens';
import { expect, it } from 'vitest';
import { filesOfScreens } from '../../screen-files.ts';
import screenMap from './screen-map.ts?raw';

const SOURCE = /import\('\.\.\/(screens\/.+?)'\)/g;

/** As Vite writes it: each screen with a file of its own, beside one that all need. */
const manifest = {
  'src/main.tsx': { file: 'main.js', isEntry: true as const, imports: ['_all.js'], css: ['main.css'] },
  '_all.js': { file: 'all.js' },
  ...Object.fromEntries(
    [...screenMap.matchAll(SOURCE)].map(([, source]) => [`src/${source}`, { file: `${source}.js`, imports: ['_all.js'] }]),
  ),
};

it('knows the files of every screen, without those of every page', () => {
  const files = filesOfScreens(manifest, screenMap);
  expect(Object.keys(files).sort()).toEqual(Object.keys(screens).sort());
  expect(files.search).toEqual(['screens/catalogue/search/SearchScreen.tsx.js']);
});

it('refuses a screen that was not built', () => {
  const { 'src/screens/home/HomeScreen.tsx': _, ...rest } = manifest as Record<string, { file: string }>;
  expect(() => filesOfScreens(rest, screenMap)).toThrow('the screen homepage is not among the built files');
});
