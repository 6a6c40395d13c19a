import { measureCpuTime } from '@fundus/contract/testing/processor-time';
import { describe, expect, it } from 'vitest';
import { readText, textsAt } from './elements.ts';
import { readXml, XML_LIMITS, type XmlElement } from './read-xml.ts';
import { readXmlRecords } from './read-xml-records.ts';
import { XmlProblem } from './xml-problem.ts';

const problemOf = (content: string | Uint8Array, options?: Parameters<typeof readXml>[1]): string => {
  try {
    readXml(content, options);
  } catch (error) {
    if (error instanceof XmlProblem) return `${error.reason} ${error.line}:${error.column}`;
    throw error;
  }
  return 'read';
};

async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

describe('readXml', () => {
  it('decodes text in the declared encoding', () => {
    const root = readXml('<oai:dc xmlns:oai="x"><dc:title xml:lang="de">Wär&amp;me\u000b &#8222;mal&#8220;</dc:title></oai:dc>');
    expect(textsAt(root, 'title')).toEqual(['Wär&me „mal“']);
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>Größe</a>', 'latin1');
    expect(readText(readXml(latin))).toBe('Größe');
    expect(readText(readXml(Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><a>Größe</a>', 'utf16le')))).toBe('Größe');
  });

  it('throws with the reason and position of an error', () => {
    expect(problemOf('<a>\n  <b></a>')).toBe('syntax 2:10');
    expect(problemOf('<!DOCTYPE a [<!ENTITY x "xx"><!ENTITY y "&x;&x;">]><a>&y;</a>')).toMatch(/^doctype 1:/);
    expect(problemOf('<!DOCTYPE a [<!ENTITY x "xx">]><a>&x;</a>', { doctype: true })).toMatch(/^doctype 1:/);
    expect(problemOf('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>')).toMatch(/^doctype 1:/);
    expect(problemOf('<a>\n&ndash;</a>')).toMatch(/^entity 2:/);
    expect(problemOf('<a>'.repeat(XML_LIMITS.depth + 1))).toMatch(/^depth/);
    expect(problemOf(`<a ${Array.from({ length: XML_LIMITS.attributes + 1 }, (_, i) => `a${i}=""`).join(' ')}/>`)).toMatch(/^attributes/);
    expect(problemOf(`<a>${'<b/>'.repeat(XML_LIMITS.elements)}</a>`)).toMatch(/^size/);
    expect(problemOf(`<a><!--${'x'.repeat(XML_LIMITS.record + 100_000)}--></a>`)).toMatch(/^size/);
    expect(problemOf('<a>12345</a>', { limit: 10 })).toMatch(/^size/);
    expect(problemOf(Buffer.from('<a>Größe</a>', 'latin1'))).toMatch(/^encoding/);
    expect(problemOf('<?xml version="1.0" encoding="EBCDIC"?><a/>')).toBe('read');
    expect(problemOf(Buffer.from('<?xml version="1.0" encoding="EBCDIC"?><a/>'))).toMatch(/^encoding/);
    expect(problemOf('')).toMatch(/^syntax/);
  });

  it('accepts an external document type without loading it', () => {
    const root = readXml('<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><a>Nord&ndash;S&uuml;d</a>', { doctype: true });
    expect(readText(root)).toBe('Nord–Süd');
  });
});

/** Returns the line and text of each record, or the line and reason of its error. */
async function recordsOf(text: string, size = text.length): Promise<(number | string)[][]> {
  const read: (number | string)[][] = [];
  const records = { names: ['r'], isRecord: (path: readonly string[]) => path.at(-1) === 'r' };
  for await (const each of readXmlRecords(pieces(text, size), records))
    read.push(each instanceof XmlProblem ? [each.line, each.reason] : [each.line, readText(each)]);
  return read;
}

it.each([3, 7, 1_000])('yields records with line numbers from chunks of %d characters', async (size) => {
  expect(await recordsOf('<list>\n<r>1</r>\n<head><x>no</x></head><p:r a="ü">2<b/></p:r>\n<r>3</r></list>', size)).toEqual([
    [2, '1'],
    [3, '2'],
    [4, '3'],
  ]);
});

it.each([
  ['an element that is not closed', '<r>1<b></r>'],
  ['a record that is not closed', '<r>1<b/>'],
  ['an attribute without quotation marks', '<r a=b>1</r>'],
  ['too many elements inside each other', `<r>${'<b>'.repeat(XML_LIMITS.depth)}</r>`],
  ['a record that is too large', `<r>${'x'.repeat(XML_LIMITS.record + 1)}</r>`],
])('rejects only the record with %s', async (_, broken) => {
  const read = await recordsOf(`<list>\n<r>0</r>\n${broken}<r>2</r>\n<x><r>3</r></x></list>`, 50_000);
  expect(read.map(([line, text]) => (String(text).length > 1 ? line : text))).toEqual(['0', 3, '2', '3']);
});

it('resumes after an error between records', async () => {
  expect(await recordsOf('<list>\n<r>1</r><x></y>\n<r>2</r></list>')).toEqual([
    [2, '1'],
    [2, 'syntax'],
    [3, '2'],
  ]);
  expect(await recordsOf('<list><r>1</r>\n<r>2')).toEqual([
    [1, '1'],
    [2, 'syntax'],
  ]);
});

it.each([
  ['a & b', 'a & b'],
  ['a &amp; b &auml; &foo; &#228; &#xE4; &#x1;.', 'a & b ä &foo; ä ä .'],
  ['3 < 4 > 2', '3 < 4 > 2'],
  ['\u0001\uffff|', '|'],
  ['<![CDATA[a & b &auml; <c>]]>', 'a & b &auml; <c>'],
  ['<!-- & --><?x & ?>a', 'a'],
  ['AT&T;x&', 'AT&T;x&'],
  ['🦊 &', '🦊 &'],
])('repairs the invalid characters in %j', async (inside, text) => {
  const document = `<list><r>${inside}</r></list>`;
  for (const size of [1, 2, 5, 1_000]) expect(await recordsOf(document, size)).toEqual([[1, text]]);
  expect(readText(readXml(`<r>${inside}</r>`, { lenient: true }))).toBe(text);
});

it.each([
  ['<!DOCTYPE list [<!ENTITY ns "http://x"><!ENTITY m \'Bäume &#38;#38; Pilze\'><!ENTITY u "&#252;">]>', '<r a="&ns;">&u;ber</r>', 'über'],
  ['<!DOCTYPE list [<!ENTITY a "xx"><!ENTITY b "&a;&a;">]>', '<r>&a;|&b;</r>', 'xx|&b;'],
  ['<!DOCTYPE list [<!ENTITY f SYSTEM "file:///etc/passwd"><!ENTITY % p "x">]>', '<r>&f;%p;</r>', '&f;%p;'],
  ['<!DOCTYPE list PUBLIC "-//X//DTD" "http://127.0.0.1:9/x.dtd">', '<r>&uuml;</r>', 'ü'],
  ['<?xml-stylesheet type="text/xsl" href="x.xsl"?>', '<r>1</r>', '1'],
])('reads a document with the prolog %s', async (prolog, record, text) => {
  for (const size of [1, 9, 1_000]) expect(await recordsOf(`${prolog}<list>${record}</list>`, size)).toEqual([[1, text]]);
});

it('limits the expansion of internal entities', async () => {
  const declared = `<!DOCTYPE list [<!ENTITY a "${'x'.repeat(200)}">]>`;
  const read = await recordsOf(`${declared}<list><r>${'&a;'.repeat(30_000)}</r><r>2</r></list>`);
  expect(read.map(([, text]) => text)).toEqual(['size', '2']);
});

const GERMAN = 'Größe „Übung“';
const inLatin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

it.each([
  ['UTF-8', Buffer.from(`<r>${GERMAN}</r>`)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff<?xml version="1.0"?><r>${GERMAN}</r>`)],
  ['UTF-8 that is declared as Latin 1', Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?><r>${GERMAN}</r>`)],
  ['UTF-16LE', Buffer.from(`\ufeff<r>${GERMAN}</r>`, 'utf16le')],
  ['UTF-16LE without a byte order mark', Buffer.from(`<r>${GERMAN}</r>`, 'utf16le')],
  ['UTF-16BE', Buffer.from(`\ufeff<r>${GERMAN}</r>`, 'utf16le').swap16()],
  ['windows-1252', inLatin1('<?xml version="1.0" encoding="windows-1252"?><r>Gr\xf6\xdfe \x84\xdcbung\x93</r>')],
  ['windows-1252 without a declaration', inLatin1('<r>Gr\xf6\xdfe \x84\xdcbung\x93</r>')],
  ['windows-1252 that is declared as UTF-8', inLatin1('<?xml version="1.0" encoding="UTF-8"?><r>Gr\xf6\xdfe \x84\xdcbung\x93</r>')],
  ['two encodings', Buffer.concat([Buffer.from('<r>Größe '), inLatin1('\x84\xdcbung\x93</r>')])],
])('decodes %s', async (_, bytes) => {
  for (const size of [1, 300]) {
    const source = (async function* () {
      for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
    })();
    const records = { names: ['r'], isRecord: (path: readonly string[]) => path.at(-1) === 'r' };
    for await (const each of readXmlRecords(source, records)) expect(readText(each as XmlElement)).toBe(GERMAN);
  }
});

it('reads repeated syntax errors in linear time', async () => {
  const used = await measureCpuTime(readErrors);
  expect(used).toBeLessThan(20_000);
});

async function readErrors(): Promise<void> {
  for (const unit of ['<r>', '<r><b>', '<r></b>', '&', '&a', '<', '<!DOCTYPE [', '<![CDATA[', '<r>&#1;', '<!--', '<?x '])
    await recordsOf(`<list>${unit.repeat(10_000 / unit.length)}</list>`, 64_000);
  const declarations = `<!DOCTYPE a [${'<!ENTITY b "c">'.repeat(4_000)}]>`;
  await recordsOf(`${declarations}${'<!DOCTYPE[]>'.repeat(20_000)}<list/>`, 64_000);
  await recordsOf(`<${'a'.repeat(200_000)}>${'<r></b>'.repeat(5_000)}`, 64_000);
}
