/** Tests of the names in the editor's pickers. */
import type { References } from '@fundus/contract/catalogue/edit';
import { afterEach, expect, it } from 'vitest';
import { loadReferenceNames } from '../../../i18n/reference-names.ts';
import { tablesOf } from './edit-tables.ts';

const REFERENCES: References = {
  subjects: [
    { code: '080', label: 'Biologie' },
    { code: '08005', label: 'Zoologie' },
    { code: '0800504', label: 'Wirbeltiere' },
  ],
  languages: [
    { code: 'de', label: 'Deutsch' },
    { code: 'o1', label: 'ohne Sprache' },
  ],
  grades: [{ code: 'A(7)', label: '7' }],
  types: [{ code: '79', label: 'Online-Dokument' }],
};
const t = ((key: string) => `<${key}>`) as never;
afterEach(() => loadReferenceNames('de'));

it('uses English names on an English page', async () => {
  await loadReferenceNames('en');
  const { fn_geb, fn_typ, fn_sprache, fn_adressat, nameOf } = tablesOf(REFERENCES, { t, locale: 'en' });
  expect(fn_geb.map(({ label }) => label)).toEqual(['Biology', 'Biology › Zoology', 'Biology › Zoology › Vertebrates']);
  expect([fn_typ[0]!.label, ...fn_sprache.map(({ label }) => label)]).toEqual(['Online document', 'German', '<language.o1>']);
  expect(nameOf('08005')).toBe('Biology › Zoology');
  expect(fn_adressat[0]!.label).toBe('Grade 7');
});

it('uses the official German names on a German page', async () => {
  await loadReferenceNames('de');
  const { fn_geb, fn_sprache } = tablesOf(REFERENCES, { t, locale: 'de' });
  expect([fn_geb[2]!.label, fn_sprache[1]!.label]).toEqual(['Biologie › Zoologie › Wirbeltiere', 'ohne Sprache']);
});
