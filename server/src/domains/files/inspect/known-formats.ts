/** Formats that are recognized by their first bytes but cannot be displayed directly. Pure. Runs in a child process. */
import type { Kind } from './kind.ts';

type Signature = readonly [ext: string, mime: string, offset: number, bytes: string];

/** Signatures, written as Latin-1. */
const SIGNATURES: readonly Signature[] = [
  ['mpg', 'video/mpeg', 0, '\x00\x00\x01\xba'],
  ['mpg', 'video/mpeg', 0, '\x00\x00\x01\xb3'],
  ['flv', 'video/x-flv', 0, 'FLV\x01'],
  ['rm', 'video/vnd.rn-realmedia', 0, '.RMF'],
  ['amr', 'audio/amr', 0, '#!AMR'],
  ['mid', 'audio/midi', 0, 'MThd'],
  ['caf', 'audio/x-caf', 0, 'caff'],
  ['au', 'audio/basic', 0, '.snd'],
  ['tiff', 'image/tiff', 0, 'II*\x00'],
  ['tiff', 'image/tiff', 0, 'MM\x00*'],
  ['psd', 'image/vnd.adobe.photoshop', 0, '8BPS'],
  ['jxl', 'image/jxl', 0, '\x00\x00\x00\x0cJXL '],
  ['jp2', 'image/jp2', 0, '\x00\x00\x00\x0cjP  '],
  ['ico', 'image/x-icon', 0, '\x00\x00\x01\x00'],
  ['rar', 'application/vnd.rar', 0, 'Rar!\x1a\x07'],
  ['7z', 'application/x-7z-compressed', 0, '7z\xbc\xaf\x27\x1c'],
  ['gz', 'application/gzip', 0, '\x1f\x8b\x08'],
  ['bz2', 'application/x-bzip2', 0, 'BZh'],
  ['xz', 'application/x-xz', 0, '\xfd7zXZ\x00'],
  ['tar', 'application/x-tar', 257, 'ustar'],
  ['ole', 'application/x-ole-storage', 0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['rtf', 'application/rtf', 0, '{\\rtf'],
  ['exe', 'application/vnd.microsoft.portable-executable', 0, 'MZ\x90\x00'],
  ['exe', 'application/vnd.microsoft.portable-executable', 0, 'MZ\x00\x00'],
  ['exe', 'application/vnd.microsoft.portable-executable', 0, 'MZP\x00'],
  ['mobi', 'application/x-mobipocket-ebook', 60, 'BOOKMOBI'],
  ['kfx', 'application/x-kfx-ebook', 1, 'DRMION'],
  ['djvu', 'image/vnd.djvu', 0, 'AT&TFORM'],
  ['ps', 'application/postscript', 0, '%!PS'],
  ['swf', 'application/x-shockwave-flash', 0, 'FWS'],
  ['swf', 'application/x-shockwave-flash', 0, 'CWS'],
  ['stl', 'application/x-ebu-stl', 3, 'STL25.01'],
];

const MOV_ATOMS = new Set(['moov', 'mdat', 'wide', 'pnot', 'skip', 'free']);
const ASF = '\x30\x26\xb2\x75\x8e\x66\xcf\x11';
const ASF_VIDEO = Buffer.from('c0ef19bc4d5bcf11a8fd00805f5c442b', 'hex');
/** Offset and length of the packets in an MPEG transport stream. Cameras put a timestamp of four bytes before each packet. */
const PACKETS: readonly [first: number, step: number][] = [
  [0, 188],
  [4, 192],
];

export function sniffKnown(head: Buffer): Kind | null {
  const at = (from: number, length: number): string => head.toString('latin1', from, from + length);
  const found = SIGNATURES.find(([, , offset, bytes]) => at(offset, bytes.length) === bytes);
  if (found) return { ext: found[0], mime: found[1] };
  if (at(0, 8) === ASF) {
    return head.includes(ASF_VIDEO) ? { ext: 'wmv', mime: 'video/x-ms-wmv' } : { ext: 'wma', mime: 'audio/x-ms-wma' };
  }
  if (at(0, 4) === 'FORM' && /^AIF[FC]$/.test(at(8, 4))) return { ext: 'aiff', mime: 'audio/aiff' };
  if (at(0, 2) === 'BM' && head.length > 26 && head.readUInt32LE(6) === 0) return { ext: 'bmp', mime: 'image/bmp' };
  if (MOV_ATOMS.has(at(4, 4))) return { ext: 'mov', mime: 'video/quicktime' };
  const packets = PACKETS.some(([first, step]) => head.length > step * 4 && [0, 1, 2, 3].every((i) => head[first + i * step] === 0x47));
  return packets ? { ext: 'ts', mime: 'video/mp2t' } : null;
}

/** Brands of HEVC still pictures, which phones create. */
export const HEIC_BRAND = /^(?:hei[cxms]|hev[cxms])$/;

const CAPTION_FORMATS: readonly (readonly [ext: string, start: RegExp])[] = [
  ['smi', /^\s{0,99}<sami[\s>]/i],
  ['sub', /^\{\d{1,9}\}\{\d{1,9}\}/],
  ['lrc', /^(?:\[[a-z]{2,6}:[^\]\n]{0,200}\]\s{0,9}){0,9}\[\d{1,3}:\d{2}(?:[.:]\d{2,3})?\]/i],
  ['scc', /^Scenarist_SCC/],
  ['idx', /^# VobSub index file/],
  ['mpl', /^\[\d{1,9}\]\[\d{1,9}\]/],
  ['tmp', /^\d{1,2}:\d{2}:\d{2}[:=](?!\d)/],
];

/** Formats of books, and of files with which a shop gives access to a book. */
const BOOK_FORMATS: readonly (readonly [ext: string, start: RegExp])[] = [
  ['fb2', /<FictionBook[\s>]/],
  ['acsm', /<(?:\w{1,20}:)?fulfillmentToken[\s>]/],
  ['lcpl', /^\s{0,99}\{(?=[^]{0,20000}"encryption")(?=[^]{0,20000}readium\.org\/(?:lcp|2014))/],
];

/** Returns the format of a text that is a book or gives access to one, or `null`. */
export const bookFormat = (text: string): string | null => BOOK_FORMATS.find(([, start]) => start.test(text.slice(0, 20_000)))?.[0] ?? null;

/** Returns the format of a text that contains captions in an unsupported format, or `null`. */
export const captionFormat = (text: string): string | null => CAPTION_FORMATS.find(([, start]) => start.test(text))?.[0] ?? null;
