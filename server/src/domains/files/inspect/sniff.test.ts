import { expect, test } from 'vitest';
import { sniff } from './sniff.ts';

test('accepts files that are shorter than all signatures', () => {
  for (const head of [Buffer.alloc(0), Buffer.alloc(1), Buffer.alloc(3), Buffer.from([0x1a, 0x45, 0xdf])])
    expect(() => sniff(head)).not.toThrow();
  expect(sniff(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))).toEqual({ mime: 'video/x-matroska', ext: 'mkv' });
});

const latin = (start: string, length = 2_000): Buffer => Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(length)]);
const PDF = '%PDF-1.7\n1 0 obj\n<</Type /Catalog>>\nendobj\n%%EOF';
const packets = (first: number, step: number): Buffer => {
  const bytes = Buffer.alloc(step * 6);
  for (let i = 0; i < 5; i++) bytes[first + i * step] = 0x47;
  return bytes;
};

test.each<[string, string, Buffer]>([
  ['heic', 'HEIC of an iPhone', latin('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
  ['heic', 'HEIF by a compatible brand', latin('\0\0\0\x18ftypmif1\0\0\0\0mif1heic')],
  ['avif', 'AVIF by a compatible brand', latin('\0\0\0\x18ftypmif1\0\0\0\0mif1avif')],
  ['mov', 'QuickTime', latin('\0\0\0\x14ftypqt  ')],
  ['mov', 'QuickTime without a brand', latin('\0\0\0\x08wide\0\0\0\x08mdat')],
  ['mp4', 'MP4', latin('\0\0\0\x18ftypisom')],
  ['m4a', 'M4A', latin('\0\0\0\x18ftypM4A ')],
  ['kfx', 'a Kindle book with copy protection', latin('\xeaDRMION\xee')],
  ['exe', 'an archive that unpacks itself', latin('MZP\0')],
  ['acsm', 'a token of Adobe', Buffer.from('<?xml version="1.0"?><fulfillmentToken xmlns="http://ns.adobe.com/adept">')],
  ['lcpl', 'a licence of LCP', Buffer.from('{"encryption":{"profile":"http://readium.org/lcp/basic-profile"}}')],
  ['fb2', 'FictionBook', Buffer.from('<?xml version="1.0"?><FictionBook xmlns="x">')],
  ['tmp', 'captions of TMPlayer', Buffer.from('00:00:01:Eins\n')],
  ['avi', 'AVI', latin('RIFF\0\0\0\0AVI ')],
  ['mpg', 'MPEG programme stream', latin('\0\0\x01\xba')],
  ['mpg', 'MPEG video', latin('\0\0\x01\xb3')],
  ['ts', 'MPEG transport stream', packets(0, 188)],
  ['ts', 'AVCHD of a camera', packets(4, 192)],
  ['wma', 'Windows Media sound', latin('\x30\x26\xb2\x75\x8e\x66\xcf\x11')],
  [
    'wmv',
    'Windows Media film',
    latin('\x30\x26\xb2\x75\x8e\x66\xcf\x11....\xc0\xef\x19\xbc\x4d\x5b\xcf\x11\xa8\xfd\x00\x80\x5f\x5c\x44\x2b'),
  ],
  ['flv', 'Flash film', latin('FLV\x01')],
  ['aiff', 'AIFF', latin('FORM\0\0\0\0AIFF')],
  ['aac', 'AAC', latin('\xff\xf1\x50\x80')],
  ['mp3', 'MP3', latin('\xff\xfb\x90\x64')],
  ['flac', 'FLAC', latin('fLaC')],
  ['ogg', 'Ogg', latin('OggS')],
  ['tiff', 'TIFF', latin('II*\0')],
  ['bmp', 'BMP', latin('BM\x36\0\0\0\0\0\0\0')],
  ['rar', 'RAR', latin('Rar!\x1a\x07\x01')],
  ['7z', '7-Zip', latin('7z\xbc\xaf\x27\x1c')],
  ['ole', 'an older office document', latin('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
  ['mobi', 'a Kindle book', latin(`${' '.repeat(60)}BOOKMOBI`)],
  ['pdf', 'PDF', latin(PDF)],
  ['pdf', 'PDF after line ends', latin(`\r\n\r\n${PDF}`)],
  ['pdf', 'PDF after a byte order mark', latin(`\xef\xbb\xbf${PDF}`)],
  ['pdf', 'PDF after headers of HTTP', latin(`HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n${PDF}`)],
  ['pdf', 'PDF after a warning of a script', latin(`<br />\n<b>Warning</b>: x\n${PDF}`)],
  ['pdf', 'PDF after a header of MacBinary', latin(`${'\0'.repeat(128)}${PDF}`)],
  ['txt', 'a text about PDF', Buffer.from('Eine Datei beginnt mit %PDF-1.7.')],
  ['srt', 'SubRip in UTF-16', Buffer.from('\uFEFF1\n00:00:01,000 --> 00:00:02,000\nÄ', 'utf16le')],
  ['vtt', 'WebVTT in UTF-16', Buffer.from('\uFEFFWEBVTT\n\n', 'utf16le').swap16()],
  ['srt', 'SubRip without numbers', Buffer.from('00:00:01,000 --> 00:00:02,000\nÄ')],
  ['srt', 'SBV', Buffer.from('0:00:01.000,0:00:02.000\nÄ')],
  ['ttml', 'TTML', Buffer.from('<?xml version="1.0"?>\n<!-- x --><tt:tt xmlns:tt="http://www.w3.org/ns/ttml">')],
  ['ass', 'SubStation Alpha', Buffer.from('\uFEFF[Script Info]\r\nTitle: x')],
  ['smi', 'SAMI', Buffer.from('<SAMI><HEAD>')],
  ['sub', 'MicroDVD', Buffer.from('{25}{75}Hallo')],
  ['lrc', 'LRC', Buffer.from('[ti:Lied]\n[00:12.00]Hallo')],
])('recognizes %s: %s', (ext, _, head) => {
  expect(sniff(head)?.ext).toBe(ext);
});
