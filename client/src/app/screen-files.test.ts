import { screens } from '@fundus/contract/screens';
import { expect, it } from 'vitest';
import { filesOfScreens } from '../../screen-files.ts';
import screenMap from './screen-map.ts?raw';

const SOURCE = /import\('\.\.\/(screens\/.+?)'\)/g;

/** Manifest as Vite writes it: one file per screen and one shared file. */
const manifest = {
  'src/main.tsx': { file: 'main.js', isEntry: true as const, imports: ['_all.js'], css: ['main.css'] },
  '_all.js': { file: 'all.js' },
  ...Object.fromEntries(
    [...screenMap.matchAll(SOURCE)].map(([, source]) => [`src/${source}`, { file: `${source}.js`, imports: ['_all.js'] }]),
  ),
};

it('excludes shared files from the files of each screen', () => {
  const files = filesOfScreens(manifest, screenMap);
  expect(Object.keys(files).sort()).toEqual(Object.keys(screens).sort());
  expect(files.search).toEqual(['screens/catalogue/search/SearchScreen.tsx.js']);
});

it('throws for a screen that is missing from the build', () => {
  const { 'src/screens/home/HomeScreen.tsx': _, ...rest } = manifest as Record<string, { file: string }>;
  expect(() => filesOfScreens(rest, screenMap)).toThrow('of the screen homepage');
});
