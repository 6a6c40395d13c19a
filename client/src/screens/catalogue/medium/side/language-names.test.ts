import { expect, test } from 'vitest';
import { captionName } from './language-names.ts';

test.each([
  ['English', 'en', 'de', 'Englisch'],
  ['Deutsch', 'de', 'en', 'German'],
  ['englisch', 'en', 'de', 'Englisch'],
  ['Français', 'fr', 'de', 'Französisch'],
  ['Deutsch für Hörgeschädigte', 'de', 'en', 'Deutsch für Hörgeschädigte'],
  [null, 'de', 'de', 'Deutsch'],
  [null, null, 'de', '–'],
])('names captions with the label %s and language %s on a page in %s: %s', (label, language, locale, name) =>
  expect(captionName({ role: 'caption', label, language }, locale)).toBe(name),
);
