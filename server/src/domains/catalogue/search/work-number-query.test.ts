import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { beforeAll, expect, test } from 'vitest';
import { usePortal } from '../../../testing/use-portal.ts';
import { normaliseNumbers } from './filters.ts';

test.each([
  ...[
    'ISBN 978-3-16-148410-0',
    'isbn: 978 3 16 148410 0',
    'ISBN-13: 978-3-16-148410-0',
    'ISBN978-3-16-148410-0',
    'ISBN-Nr. 978-3-16-148410-0',
  ],
  ...['3-16-148410-X', 'ISBN-10 3-16-148410-x', 'isbn 316148410X', 'ISBN 3 16 148410 X', '978 3 16 148410 0', 'urn:isbn:9783161484100'],
  ...['978\u20133\u201316\u2013148410\u20130', '978\u20113\u201116\u2011148410\u20110', 'EAN 9783161484100'],
])('reads %j as one ISBN or EAN', (written) => {
  expect(normaliseNumbers(written)).toBe('9783161484100');
  expect(normaliseNumbers(`Moorbuch ${written}`).startsWith('Moorbuch ')).toBe(true);
});

test('reads an ISBN among other words', () => {
  expect(normaliseNumbers('Moorbuch ISBN 978-3-16-148410-0 Verlag')).toBe('Moorbuch 9783161484100 Verlag');
});

test.each(['', 'ISBN', 'Mathe 10', '1933 1945 12', '978-3-16-148410-1', 'Jahre 1914 1918 39', '12345678901234567890'])(
  'does not read %j as an ISBN or EAN',
  (q) => {
    expect(normaliseNumbers(q)).toBe(q);
  },
);

const portal = usePortal();
beforeAll(async () => {
  await portal.store({ identifier: 'moor', fn_titel: 'Das Moorbuch', fn_typ: 'UC_PRINT', isbn: '9783161484100' });
  await portal.store({ identifier: 'text', fn_titel: 'U\u0308ber Ba\u0308ume', fn_typ: 'UC_PRINT', fn_text: '<p>M&ouml;weneier</p>' });
});

test.each([
  ['ISBN 978-3-16-148410-0', 'moor'],
  ['978-3-16-148410-0', 'moor'],
  ['3-16-148410-X', 'moor'],
  ['Über Bäume', 'text'],
  ['U\u0308ber Ba\u0308ume', 'text'],
  ['Möweneier', 'text'],
])('finds the medium for %j', async (q, identifier) => {
  const { items } = await (await portal.as({})).call(catalogue.search, { query: { q } });
  expect(items.map((item) => item.identifier)).toEqual([identifier]);
});
