import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..');

/** Modules whose state belongs to the device, the page or the portal, not to a user. */
const NOT_PERSONAL = [
  'api/connection.ts',
  'api/session-end.ts',
  'api/visit-token.ts',
  'app/start/new-version.ts',
  'app/screen-map.ts',
  'app/screen-texts.ts',
  'components/assignments/assignment-reads.ts',
  'components/assignments/form/form-values.ts',
  'i18n/berlin-time.ts',
  'i18n/format.ts',
  'i18n/reference-names.ts',
  'i18n/text-marks.ts',
  'i18n/translate.ts',
  'player/playback/loaded-files.ts',
  'player/playback/preferences.ts',
  'screens/accounts/parts/mail-link.ts',
  'screens/accounts/parts/oidc-visit.ts',
  'screens/catalogue/search/filters/filter-labels.ts',
  'screens/lending/points/point-form.ts',
  // There is one queue per user and lending point.
  'screens/lending/scan/desk-queue.ts',
  'screens/lending/scan/read-code.ts',
  'screens/lending/scan/scan-tones.ts',
  'stores/guest-bookmarks.ts',
  'stores/page.ts',
  'stores/refresh-ui.ts',
  'stores/unsaved.ts',
  'theme/current-theme.ts',
  'ui/load-later.tsx',
  'ui/overlays/modal-stack.ts',
];

it('clears user state in every module when the user changes', () => {
  const cleared = readFileSync(join(SRC, 'app/start/set-user.ts'), 'utf8');
  const keeping = globSync('{api,app,components,i18n,player,screens,stores,theme,ui}/**/*.{ts,tsx}', { cwd: SRC }).filter(
    (file) => !/\.test\./.test(file) && /^let |^const \w+ = new (Map|Set)<(?!\(\) => void)/m.test(readFileSync(join(SRC, file), 'utf8')),
  );
  const isCleared = (file: string) => cleared.includes(`/${file.split('/').at(-1)}'`);
  expect(keeping.filter((file) => !isCleared(file) && !NOT_PERSONAL.includes(file)).sort()).toEqual([]);
});
