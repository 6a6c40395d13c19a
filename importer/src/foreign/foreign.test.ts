import { expect, it } from 'vitest';
import { readXml } from '../xml/read-xml.ts';
import { readDublinCore } from './dublin-core.ts';
import { readMarc } from './marcxml.ts';
import { findNumbers, readDoi, readEan, readIsbn } from './work-numbers.ts';

it('reads Dublin Core', () => {
  const record = readDublinCore(
    readXml(`<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:title>Vom Korn zum Brot</dc:title><dc:creator>Beispiel, Berta</dc:creator><dc:subject>Getreide</dc:subject>
      <dc:subject>Backen</dc:subject><dc:description>Ein Film.</dc:description><dc:publisher>Beispielfilm</dc:publisher><dc:date>2019-03-01</dc:date>
      <dc:type>http://purl.org/dc/dcmitype/MovingImage</dc:type><dc:identifier>https://example.org/korn</dc:identifier>
      <dc:identifier>korn-1</dc:identifier><dc:identifier>javascript:alert(1)</dc:identifier><dc:language>ger</dc:language>
      <dc:rights>CC BY 4.0</dc:rights><dc:relation>https://example.org/korn.jpg</dc:relation></oai_dc:dc>`),
  );
  expect(record).toMatchObject({
    identifier: 'korn-1',
    title: 'Vom Korn zum Brot',
    creators: ['Berta Beispiel'],
    publisher: 'Beispielfilm',
    year: 2019,
    type: ['video'],
    languages: ['ger'],
    subjects: ['Getreide', 'Backen'],
    address: 'https://example.org/korn',
    preview: 'https://example.org/korn.jpg',
    rights: 'CC BY 4.0',
  });
});

it('reads MARC21-XML', () => {
  const field = (tag: string, ind: string, parts: string): string =>
    `<datafield tag="${tag}" ind1="${ind[0]}" ind2="${ind[1]}">${parts.replace(/\$(\w)([^$]+)/g, '<subfield code="$1">$2</subfield>')}</datafield>`;
  const record = readMarc(
    readXml(`<record xmlns="http://www.loc.gov/MARC21/slim"><leader>00000cgm a2200000 c 4500</leader>
      <controlfield tag="001">900001</controlfield><controlfield tag="008">200101s2018    gw 045            vlger  </controlfield>
      ${field('020', '  ', '$a978-3-16-148410-0 (geb.)')}${field('024', '3 ', '$a4012345678901')}${field('024', '7 ', '$2doi$a10.1000/ABC')}
      ${field('041', '  ', '$ager$aeng')}${field('245', '10', '$a\u0098Das\u009c Watt /$bLeben am Meer')}${field('264', ' 1', '$aKiel$bBeispielverlag$c[2018]')}
      ${field('300', '  ', '$a1 DVD-Video (45 Min.)')}${field('338', '  ', '$aDVD')}${field('520', '  ', '$aVom Wattenmeer.')}${field('650', ' 7', '$aWattenmeer')}
      ${field('700', '1 ', '$aBeispiel, Berta')}${field('856', '42', '$uhttps://example.org/inhalt.pdf$3Inhaltsverzeichnis')}${field('856', '40', '$uhttps://example.org/watt')}</record>`),
  );
  expect(record).toMatchObject({
    identifier: '900001',
    title: 'Das Watt',
    subtitle: 'Leben am Meer',
    description: 'Vom Wattenmeer.',
    creators: ['Berta Beispiel'],
    publisher: 'Beispielverlag',
    year: 2018,
    type: ['DVD', 'video'],
    languages: ['ger', 'eng'],
    keywords: ['Wattenmeer'],
    duration: '45 Min',
    address: 'https://example.org/watt',
    numbers: { isbn: ['9783161484100'], ean: ['4012345678901'], doi: ['10.1000/abc'] },
  });
});

it('compares numbers in one form', () => {
  expect([readIsbn('ISBN 3-16-148410-X'), readIsbn('978-3-16-148410-0 : EUR 5'), readIsbn('978-3-16-148410-1')]).toEqual([
    '9783161484100',
    '9783161484100',
    null,
  ]);
  expect([readEan('4012345678901'), readEan('4012345678900')]).toEqual(['4012345678901', null]);
  expect([readDoi('https://doi.org/10.1000/AbC'), readDoi('doi:10.1000/1'), readDoi('10.1000')]).toEqual([
    '10.1000/abc',
    '10.1000/1',
    null,
  ]);
  expect(findNumbers(['urn:isbn:3-16-148410-X', '2018-05', 'https://doi.org/10.1000/7', '4012345678901'])).toEqual({
    isbn: ['9783161484100'],
    ean: ['4012345678901'],
    doi: ['10.1000/7'],
  });
});
