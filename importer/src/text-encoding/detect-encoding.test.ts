import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Encoding } from './decode.ts';
import { detectEncoding } from './detect-encoding.ts';
import { encodeBytes } from './testing/encode-bytes.ts';

const GERMAN = 'Überschrift: Die Bären hören süße Töne.\nÄpfel für große Mädchen – übrigens schön.\n';

test.each<[Encoding, string, string | null]>([
  ['windows-1252', `${GERMAN}„Ja“, sagte er. Das kostet 3 €.`, null],
  ['windows-1252', 'Mädchen', null],
  ['windows-1252', 'Das Café', 'de'],
  ['iso-8859-15', `${GERMAN.replace('–', '-')}Das kostet 3 €.`, null],
  ['macintosh', GERMAN, null],
  ['macintosh', 'Größe und Länge', 'de'],
  ['cp850', GERMAN.replace('–', '-'), null],
  ['cp850', 'Größe und Länge', 'de'],
  ['windows-1251', 'Привет, как дела? Это фильм о природе.', null],
  ['koi8-r', 'Привет, как дела? Это фильм о природе.', null],
  ['windows-1250', 'Cześć, jak się masz? Miło cię widzieć, proszę.', 'pl'],
  ['windows-1254', 'Günaydın, nasılsınız? Şimdi başlıyoruz, değil mi?', 'tr'],
  ['windows-1253', 'Καλημέρα, τι κάνεις; Αυτή είναι μια ταινία.', null],
  ['windows-1255', 'שלום, מה שלומך היום? זה סרט על הטבע.', 'he'],
  ['windows-1256', 'مرحبا كيف حالك اليوم', null],
])('detects the encoding %s with certainty: %s', (encoding, text, language) => {
  expect(detectEncoding(encodeBytes(text, encoding), language)).toMatchObject({ text, doubtful: [] });
});

/** Texts in double-byte encodings in hexadecimal form, because there is no encoder for them. */
test.each<[Encoding, string, string]>([
  ['gb18030', '你好，今天天气很好', 'c4e3bac3a3acbdf1ccecccecc6f8badcbac3'],
  ['big5', '你好，今天天氣很好', 'a741a66ea141a4b5a4d1a4d1aef0abdca66e'],
  ['shift_jis', 'こんにちは、今日はいい天気ですね', '82b182f182c982bf82cd81418da193fa82cd82a282a293568b4382c582b782cb'],
  ['euc-kr', '안녕하세요, 오늘 날씨가 좋네요', 'bec8b3e7c7cfbcbcbfe42c20bfc0b4c320b3afbebeb0a120c1c1b3d7bfe4'],
])('detects the double-byte encoding %s with certainty: %s', (encoding, text, bytes) => {
  expect(detectEncoding(Buffer.from(bytes, 'hex'))).toMatchObject({ encoding, text, doubtful: [] });
});

test.each<[Encoding, string]>([
  ['cp850', 'schön'],
  ['windows-1254', 'Günaydın'],
])('reports several candidates for ambiguous characters: %s %s', (encoding, text) => {
  const { doubtful } = detectEncoding(encodeBytes(text, encoding), null);
  expect(doubtful).toContain(encoding);
  expect(doubtful.length).toBeGreaterThan(1);
});

test.each([
  ['utf-16le', Buffer.from('Äpfel 1', 'utf16le')],
  ['utf-16le', Buffer.from('\uFEFFÄpfel', 'utf16le')],
  ['utf-16be', Buffer.from('\uFEFFÄpfel', 'utf16le').swap16()],
  ['utf-16be', Buffer.from('Äpfel 1', 'utf16le').swap16()],
  ['utf-8', Buffer.from('\uFEFFÄpfel')],
])('detects %s with and without a byte order mark', (encoding, bytes) => {
  const found = detectEncoding(bytes);
  expect([found.encoding, found.text.trim().startsWith('Äpfel'), found.doubtful]).toEqual([encoding, true, []]);
});

test('decodes UTF-8 that was encoded twice', () => {
  const twice = Buffer.from(new TextDecoder('windows-1252').decode(Buffer.from(GERMAN)));
  expect(detectEncoding(twice)).toMatchObject({ encoding: 'utf-8', text: GERMAN, doubtful: [] });
  for (const text of ['Größe und Länge', 'Ã', 'SÃO PAULO', 'MAÇÃ – não']) expect(detectEncoding(Buffer.from(text)).text).toBe(text);
});

test('decodes UTF-8 with a line in Windows-1252', () => {
  const bytes = Buffer.concat([Buffer.from(GERMAN), Buffer.from('größer\n', 'latin1')]);
  expect(detectEncoding(bytes)).toMatchObject({ encoding: 'utf-8', text: `${GERMAN}größer\n`, doubtful: [] });
});

test('prefers the encoding that a document declares', () => {
  expect(detectEncoding(encodeBytes('<?xml version="1.0" encoding="ISO-8859-2"?><a>ą</a>', 'iso-8859-2')).text).toContain('ą');
});

test('decodes any bytes to valid Unicode', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => typeof detectEncoding(bytes).text === 'string'));
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
      const plain = text.replace(/^\uFEFF+/, '').replaceAll('\0', '');
      expect(detectEncoding(Buffer.from(plain)).text).toBe(plain);
    }),
  );
});
