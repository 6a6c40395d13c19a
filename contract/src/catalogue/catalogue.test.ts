import { expect, test } from 'vitest';
import { joinFilter, MediaRecord, SearchWords, splitFilter } from './catalogue.ts';
import { frontendConfig } from '../config.ts';
import { coverHref } from '../files/files.ts';

test('joins filter values with | and appends * to tree values', () => {
  expect(joinFilter('fn_geb', ['080', '100*'])).toBe('080*|100*');
  expect(joinFilter('fn_sprache', ['de'])).toBe('de*');
  expect(joinFilter('fn_adressat', ['A(5)'])).toBe('A(5)*');
  expect(joinFilter('fn_typ', ['49', '46'])).toBe('49|46');
});

test('splits a filter into trimmed values', () => {
  expect(splitFilter('080*| 100*||')).toEqual(['080*', '100*']);
  expect(splitFilter(undefined)).toEqual([]);
});

test('rejects more than 200 values of a filter', () => {
  expect(SearchWords.safeParse({ filter_fn_typ: '1|'.repeat(201) }).success).toBe(false);
});

test('requires identifier, title and type of a record', () => {
  expect(MediaRecord.parse({ identifier: 'X-1', fn_titel: ' Vulkane ', fn_typ: '49' })).toMatchObject({
    fn_titel: 'Vulkane',
    fn_geb: [],
    licences: [],
    recommended: false,
  });
  for (const broken of [
    { identifier: '' },
    { identifier: 'a b' },
    { identifier: 'a/b' },
    { fn_titel: ' ' },
    { fn_typ: '' },
    { url: 'javascript:alert(1)' },
    { sequences: [{ start_s: 5, end_s: 5, title: 'x' }] },
  ])
    expect(MediaRecord.safeParse({ identifier: 'X-1', fn_titel: 'T', fn_typ: '49', ...broken }).success, JSON.stringify(broken)).toBe(
      false,
    );
});

test('builds the URL of a cover from the identifier', () => {
  const medium = { identifier: 'FU-1', fn_nr: '5571 0428', is_mediathek: false };
  expect(coverHref(medium, '')).toBe('/api/v1/covers/FU-1');
  expect(coverHref({ ...medium, identifier: '4711' }, 'https://covers.example/x/')).toBe('https://covers.example/x/VERLEIH-5571%200428');
  expect(coverHref({ ...medium, identifier: 'asp-all' }, 'https://covers.example')).toBe('/api/v1/covers/asp-all');
  expect(coverHref({ ...medium, is_mediathek: true }, 'https://covers.example')).toBe('/api/v1/covers/FU-1');
});

test('rejects unknown settings', () => {
  expect(frontendConfig({}).LegalPages).toBe('generic');
  expect(frontendConfig({ Type: 'bawue' }).LegalPages).toBe('partner');
  expect(() => frontendConfig({ Typ: 'bawue' })).toThrow(/Typ/);
  expect(() => frontendConfig({ Locales: ['Deutsch'] })).toThrow();
});
