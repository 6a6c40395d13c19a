import { measureCpuTime } from '@fundus/contract/testing/processor-time';
import { expect, test } from 'vitest';
import { sniff } from '../domains/files/inspect/sniff.ts';
import { cleanSvg } from '../domains/setup/svg.ts';
import { readSvgSource } from './svg-source.ts';

const NS = 'xmlns="http://www.w3.org/2000/svg"';
const drawing = (text = 'Überblick'): string => `<svg ${NS} viewBox="0 0 9 9"><text>${text}</text></svg>`;
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

test.each([
  ['UTF-8', Buffer.from(drawing())],
  ['a byte order mark', Buffer.from(`\ufeff<?xml version="1.0"?>\n${drawing()}`)],
  ['Latin 1', latin1(`<?xml version="1.0" encoding="ISO-8859-1"?>${drawing()}`)],
  ['windows-1252', latin1(`<?xml version="1.0" encoding="windows-1252"?>${drawing()}`)],
  ['windows-1252 without a declaration', latin1(drawing())],
  ['UTF-16LE', Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${drawing()}`, 'utf16le')],
  ['UTF-16LE without a byte order mark', Buffer.from(drawing(), 'utf16le')],
  ['UTF-16BE', Buffer.from(`\ufeff${drawing()}`, 'utf16le').swap16()],
  ['a stylesheet instruction and comments', Buffer.from(`<?xml version="1.0"?><!-- <a> --><?xml-stylesheet href="a.css"?>${drawing()}`)],
  [
    'a document type',
    Buffer.from(`<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${drawing()}`),
  ],
  [
    'an internal document type',
    Buffer.from(`<!DOCTYPE svg PUBLIC "-//X" "x.dtd" [\n<!ENTITY u "&#220;">\n<!ENTITY ns "x">]>${drawing('&u;berblick')}`),
  ],
  ['a prefix', Buffer.from(`<svg:svg xmlns:svg="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><svg:text>Überblick</svg:text></svg:svg>`)],
  [
    'a namespace as entity',
    Buffer.from(`<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]>${drawing().replace('"http://www.w3.org/2000/svg"', '"&ns;"')}`),
  ],
])('reads an SVG with %s', (_, bytes) => {
  expect(sniff(bytes)).toEqual({ mime: 'image/svg+xml', ext: 'svg' });
  expect(readSvgSource(bytes)).toBe(drawing());
  expect(cleanSvg(readSvgSource(bytes)!)!.svg).toContain('Überblick');
});

test.each([
  ['entities in entities', `<!DOCTYPE svg [<!ENTITY a "x"><!ENTITY b "&a;&a;">]>${drawing('&b;')}`, '&b;'],
  ['a file', `<!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]>${drawing('&f;')}`, '&f;'],
  ['markup in an entity', `<!DOCTYPE svg [<!ENTITY s "&#60;script&#62;">]>${drawing('&s;')}`, '&lt;script>'],
])('expands or removes %s in an SVG', (_, source, text) => {
  expect(readSvgSource(Buffer.from(source))).toBe(drawing(text));
});

test('rejects exponentially expanding entities in linear time', () => {
  const source = `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(200)}">]>${drawing('&a;'.repeat(500_000))}`;
  expect(readSvgSource(Buffer.from(source))).toBeNull();
});

test.each([
  '',
  'Text',
  '<html><svg></svg></html>',
  '<!DOCTYPE html><svg></svg>',
  '<?xml',
  '<!-- <svg>',
  '<svgx>',
  '<a:svg xmlns:a="urn:x"/>',
])('returns null for a source that is not an SVG: %j', (text) => {
  expect(readSvgSource(Buffer.from(text))).toBeNull();
});

test('reads any prolog in linear time', async () => {
  for (const unit of ['<?', '<!--', '<!DOCTYPE svg [', '<!DOCTYPE svg>', '<?x?>', '<svg', '&a;', ' ', ']>']) {
    const used = await measureCpuTime(() => readSvgSource(Buffer.from(unit.repeat(500_000 / unit.length))));
    expect(used).toBeLessThan(5_000);
  }
});
