import { describe, expect, it } from 'vitest';
import { readText, textsAt } from './elements.ts';
import { readXml, readXmlRecords, XML_LIMITS, type XmlElement } from './read-xml.ts';
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

async function* pieces(text: string, size: number): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += size) yield text.slice(from, from + size);
}

describe('an XML document', () => {
  it('is read without prefixes, in the encoding it names, and control characters become blanks', () => {
    const root = readXml('<oai:dc xmlns:oai="x"><dc:title xml:lang="de">Wär&amp;me\u000b &#8222;mal&#8220;</dc:title></oai:dc>');
    expect(textsAt(root, 'title')).toEqual(['Wär&me „mal“']);
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>Größe</a>', 'latin1');
    expect(readText(readXml(latin))).toBe('Größe');
    expect(readText(readXml(Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><a>Größe</a>', 'utf16le')))).toBe('Größe');
  });

  it('is refused by reason and place', () => {
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

  it('may name a document type elsewhere where its format does, which is never loaded', () => {
    const root = readXml('<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><a>Nord&ndash;S&uuml;d</a>', { doctype: true });
    expect(readText(root)).toBe('Nord–Süd');
  });
});

it('gives records one by one, and those before a mistake', async () => {
  const text = '<list>\n<r>1</r>\n<head><r>no</r></head><r a="ü">2<r>inner</r></r>\n<r>3</list>';
  const read: XmlElement[] = [];
  const reading = async (): Promise<void> => {
    for await (const each of readXmlRecords(pieces(text, 3), (path) => path.join('/') === 'list/r')) read.push(each);
  };
  await expect(reading()).rejects.toMatchObject({ reason: 'syntax', line: 4 });
  expect(read.map((each) => [each.line, readText(each), each.attributes.a])).toEqual([
    [2, '1', undefined],
    [3, '2inner', 'ü'],
  ]);
});
