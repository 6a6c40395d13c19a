import { expect, it } from 'vitest';
import { readRecords, type Format, type ImportOptions } from '../import-records.ts';
import type { MediaRecord } from '@fundus/contract/catalogue/catalogue';
import { readXml } from '../xml/read-xml.ts';
import { readDublinCore } from './dublin-core.ts';
import { readMarc } from './marcxml.ts';
import { parseDoi, parseEan, parseIsbn } from '@fundus/contract/catalogue/work-numbers';
import { readKindTerm, readLevelTerm } from './vocabularies.ts';
import { findNumbers } from './work-numbers.ts';

/** Long runs of characters that a backtracking regular expression would scan again from each position. */
const ENDLESS = [' ', '\n', ';', '/', ',', '1', '(', 'h '].map((unit) => `x${unit.repeat(40_000 / unit.length)}y`);

it.each(['lom', 'marcxml', 'arix', 'dc', 'elixier', 'onix', 'amb'] as const)('reads hostile texts in %s in linear time', async (format) => {
  for (const text of ENDLESS) {
    const inside = (...names: string[]) => names.map((name) => `<${name}>${text}</${name}>`).join('');
    const strings = (...names: string[]) => names.map((name) => `<${name}><string>${text}</string></${name}>`).join('');
    const fields = (names: string) => names.split(' ').map((name) => `<f n="${name}">${text}</f>`);
    const parts = (tags: string) =>
      tags.split(' ').map((tag) => `<datafield tag="${tag}"><subfield code="a">${text}</subfield></datafield>`);
    const documents: Record<typeof format, string> = {
      lom: `<lom><general>${strings('title', 'description', 'keyword')}${inside('language')}</general><lifeCycle><contribute><role><value>publisher</value></role><entity>BEGIN:VCARD\nORG:${text}\n${text}</entity></contribute></lifeCycle><educational>${strings('typicalAgeRange')}<context><value>${text}</value></context></educational></lom>`,
      marcxml: `<record><leader>00000cgm a2200000 c 4500</leader>${parts('020 245 264 300').join('')}</record>`,
      arix: `<r identifier="a">${fields('text geb adressat laenge typ').join('')}</r>`,
      dc: `<dc>${inside('title', 'type', 'subject', 'audience', 'extent')}</dc>`,
      elixier: `<elixier><datensatz>${inside('titel', 'fach', 'bildungsebene')}</datensatz></elixier>`,
      onix: `<Product><RecordReference>a</RecordReference><DescriptiveDetail><TitleDetail><TitleElement>${inside('TitleText')}</TitleElement></TitleDetail><Subject>${inside('SubjectHeadingText')}</Subject></DescriptiveDetail></Product>`,
      amb: JSON.stringify({
        type: 'LearningResource',
        id: 'a',
        name: text,
        keywords: [text],
        description: text,
        duration: text,
        about: [{ id: `http://w3id.org/${text}` }],
        audience: [{ id: text }],
        educationalLevel: [text],
        datePublished: text,
      }),
    };
    const source = (async function* () {
      yield documents[format];
    })();
    // A regular expression with quadratic time would exceed the timeout of the test.
    for await (const { line } of readRecords(format, source)) expect(line).toBeGreaterThan(0);
  }
});

it('does not interpret names of inherited properties as vocabulary terms', () => {
  const words = ['constructor', 'toString', '__proto__'].map((word) => `<dc:type>${word}</dc:type><dc:audience>${word}</dc:audience>`);
  expect(readDublinCore(readXml(`<dc xmlns:dc="x">${words.join('')}</dc>`)).type).toEqual(['constructor', 'toString', '__proto__']);
  expect([readLevelTerm('constructor'), readKindTerm('toString'), readLevelTerm('http://w3id.org/%zz')]).toEqual([
    'constructor',
    'toString',
    '%zz',
  ]);
});

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

it('normalises ISBNs, EANs and DOIs', () => {
  expect([parseIsbn('ISBN 3-16-148410-X'), parseIsbn('978-3-16-148410-0 : EUR 5'), parseIsbn('978-3-16-148410-1')]).toEqual([
    '9783161484100',
    '9783161484100',
    null,
  ]);
  expect([parseEan('4012345678901'), parseEan('4012345678900')]).toEqual(['4012345678901', null]);
  expect([parseDoi('https://doi.org/10.1000/AbC'), parseDoi('doi:10.1000/1'), parseDoi('10.1000')]).toEqual([
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

async function* once(text: string | Uint8Array): AsyncGenerator<string | Uint8Array> {
  yield text;
}

async function readOne(format: Format, text: string | Uint8Array, options?: ImportOptions): Promise<MediaRecord> {
  for await (const { record, refusal } of readRecords(format, once(text), options)) {
    if (!record) throw new Error(JSON.stringify(refusal));
    return record;
  }
  throw new Error('nothing was read');
}

const LOM = `<lom xmlns="http://ltsc.ieee.org/xsd/LOM"><general><identifier><catalog>local</catalog><entry>7</entry></identifier>
  <title><string language="en">The marsh</string><string language="de">Das Moor</string></title><language>de</language>
  <description><string language="de">Wie ein Moor entsteht.</string></description><keyword><string>Torf</string></keyword></general>
  <lifeCycle><contribute><role><value>author</value></role><entity>BEGIN:VCARD
VERSION:3.0
N:Beispiel;Berta
FN:Berta Beispiel
END:VCARD</entity><date><dateTime>2020-04-01</dateTime></date></contribute>
  <contribute><role><value>Publisher</value></role><entity>BEGIN:VCARD\nFN:\nORG:Beispielfilm\nEND:VCARD</entity></contribute></lifeCycle>
  <technical><format>video/mp4</format><location>https://example.org/moor</location><duration><duration>PT12M30S</duration></duration></technical>
  <educational><learningResourceType><value>https://w3id.org/kim/hcrt/video</value></learningResourceType><context><value>other</value></context><typicalAgeRange><string>10-12</string></typicalAgeRange></educational>
  <rights><description><string language="de">https://creativecommons.org/licenses/by/4.0/</string></description></rights>
  <classification><purpose><value>discipline</value></purpose><taxonPath><source><string>EAF Thesaurus</string></source>
  <taxon><id>220</id></taxon></taxonPath><taxonPath><taxon><id>http://w3id.org/kim/schulfaecher/s1001</id></taxon></taxonPath></classification></lom>`;

it('reads the German profiles of LOM', async () => {
  const expected = {
    identifier: 'x-7',
    fn_titel: 'Das Moor',
    fn_geb: ['220', '080'],
    fn_typ: '49',
    fn_sprache: ['de'],
    fn_adressat: ['A(5)', 'A(6)'],
    fn_schlag: ['Torf', 'Berta Beispiel'],
    fn_prodname: 'Beispielfilm',
    year: 2020,
    duration: 750,
    url: 'https://example.org/moor',
    rights_note: 'https://creativecommons.org/licenses/by/4.0/',
  };
  const text = LOM.replaceAll('\\n', '\n');
  expect(await readOne('lom', `<OAI-PMH><record><metadata>${text}</metadata></record></OAI-PMH>`, { prefix: 'x-' })).toMatchObject(
    expected,
  );
  const university = text
    .replaceAll('lifeCycle', 'lifecycle')
    .replaceAll('taxonPath', 'taxonpath')
    .replace(/<(\/?)string/g, '<$1langstring')
    .replaceAll('language="', 'xml:lang="')
    .replace(/<entity>([^]*?)<\/entity>/g, '<centity><vcard>$1</vcard></centity>');
  expect(await readOne('lom', university, { prefix: 'x-' })).toMatchObject(expected);
});

it('reads vCards with quoted-printable text and folded lines', async () => {
  const card = (lines: string): string =>
    `<lom><general><identifier><entry>1</entry></identifier><title><string>A</string></title></general><lifeCycle><contribute><role><value>publisher</value></role><entity>BEGIN:VCARD\n${lines}\nEND:VCARD</entity></contribute></lifeCycle></lom>`;
  for (const lines of [
    'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Kim M=C3=BCller',
    'FN:Kim Mül\n ler',
    ' VERSION:3.0\n FN:Kim Müller\n ORG:X',
  ])
    expect((await readOne('lom', card(lines))).fn_prodname).toBe('Kim Müller');
});

it('reads AMB as an object, an array and JSON lines', async () => {
  const resource = {
    '@context': ['https://w3id.org/kim/amb/context.jsonld', { '@language': 'de' }],
    id: 'https://example.org/wolken',
    type: ['LearningResource', 'VideoObject'],
    name: 'Wolken',
    about: [{ id: 'http://w3id.org/kim/schulfaecher/s1010' }],
    learningResourceType: [{ id: 'https://w3id.org/kim/hcrt/video' }],
    educationalLevel: [{ id: 'https://w3id.org/kim/educationalLevel/level_1', prefLabel: { de: 'Primarbereich' } }],
    creator: [{ type: 'Person', name: 'Berta Beispiel' }],
    keywords: ['Wetter'],
    inLanguage: ['de'],
    duration: 'PT5M',
    license: { id: 'https://creativecommons.org/licenses/by/4.0/' },
  };
  const expected = {
    identifier: 'https:~2F~2Fexample.org~2Fwolken',
    fn_titel: 'Wolken',
    fn_geb: ['220'],
    fn_typ: '49',
    fn_adressat: ['A(1)', 'A(2)', 'A(3)', 'A(4)'],
    fn_schlag: ['Wetter', 'Berta Beispiel'],
    duration: 300,
    url: 'https://example.org/wolken',
  };
  const line = JSON.stringify(resource);
  expect(await readOne('amb', line)).toMatchObject(expected);
  expect(await readOne('amb', JSON.stringify([resource]))).toMatchObject(expected);
  expect(await readOne('amb', `${line}\n{broken`)).toMatchObject(expected);
});

it('reads ELIXIER, ARIX and ONIX', async () => {
  const elixier = `<!DOCTYPE elixier SYSTEM "http://example.org/elixier.dtd"><elixier><datensatz><id_local>E:1</id_local><titel>Igel</titel><beschreibung>Im Herbst.</beschreibung>
    <schlagwort>Igel; Winterschlaf</schlagwort><systematikpfad>Schule; Naturwissenschaften; Biologie</systematikpfad><bildungsebene>Primarstufe</bildungsebene>
    <lernressourcentyp>Arbeitsblatt</lernressourcentyp><url_ressource>https://example.org/igel</url_ressource><sprache>de</sprache></datensatz></elixier>`;
  expect(await readOne('elixier', elixier, { terms: { types: { arbeitsblatt: 'UC_H5P' } } })).toMatchObject({
    identifier: 'E:1',
    fn_geb: ['080'],
    fn_typ: 'UC_H5P',
    fn_schlag: ['Igel', 'Winterschlaf'],
    fn_adressat: ['A(1)', 'A(2)', 'A(3)', 'A(4)'],
  });
  const arix = `<result><r identifier="BB-1"><f n="titel">Vulkane</f><f n="utitel">Feuer der Erde</f><f n="text">Eins~br&gt;zwei</f><f n="typ">49</f><f n="geb">220, 46002</f>
    <f n="adressat">A(8-9); Q</f><f n="laenge">ca. 20 min f</f><f n="produ">Beispielfilm</f><f n="prodjahr">2011</f></r></result>`;
  expect(await readOne('arix', arix)).toMatchObject({
    identifier: 'BB-1',
    fn_kurztext: 'Feuer der Erde',
    fn_text: 'Eins\nzwei',
    fn_adressat: ['A(8)', 'A(9)', 'Q'],
    duration: 1200,
    year: 2011,
  });
  const onix = `<!DOCTYPE ONIXMessage SYSTEM "http://example.org/onix.dtd"><ONIXMessage><Product><RecordReference>ref-1</RecordReference>
    <ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>9783161484100</IDValue></ProductIdentifier><ProductForm>BC</ProductForm>
    <Title><TitleType>01</TitleType><TitleText>Nord&ndash;Süd</TitleText></Title><Contributor><PersonNameInverted>Beispiel, Berta</PersonNameInverted></Contributor>
    <Publisher><PublisherName>Beispielverlag</PublisherName></Publisher><PublicationDate>20190901</PublicationDate></Product></ONIXMessage>`;
  const expected = { fn_titel: 'Nord–Süd', fn_typ: 'UC_PRINT', fn_schlag: ['Berta Beispiel'], fn_prodname: 'Beispielverlag', year: 2019 };
  expect(await readOne('onix', Buffer.from(onix, 'latin1'))).toMatchObject(expected);
  const short = `<ONIXmessage release="3.0"><product><a001>ref-1</a001><descriptivedetail><b012>BC</b012><titledetail><b202>01</b202><titleelement><b203>Nord–Süd</b203>
    </titleelement></titledetail><contributor><b039>Berta</b039><b040>Beispiel</b040></contributor></descriptivedetail><publishingdetail><publisher><b081>Beispielverlag</b081></publisher>
    <publishingdate><b306>20190901</b306></publishingdate></publishingdetail></product></ONIXmessage>`;
  expect(await readOne('onix', short)).toMatchObject(expected);
});

it('keeps the records before a syntax error', async () => {
  const read = [];
  for await (const each of readRecords('arix', once('<result>\n<r identifier="1"><f n="titel">Da</f></r>\n<r><f></r>'))) read.push(each);
  expect(read.map(({ line, record, refusal }) => [line, record?.identifier ?? refusal?.reason])).toEqual([
    [2, '1'],
    [3, 'xml'],
  ]);
});
