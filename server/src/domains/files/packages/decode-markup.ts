/** Decodes text files of packages, whose encodings vary by authoring tool. */
import { decodeBytes, decodeUtf8, detectUtf16 } from '@fundus/importer/text-encoding/decode';
import { decodeCertain } from '@fundus/importer/text-encoding/detect-encoding';

/** Decodes Unicode or the declared encoding. Falls back to Windows-1252, as browsers do. */
export const decodeMarkup = (bytes: Uint8Array): string => decodeCertain(bytes)?.text ?? decodeBytes(bytes, 'windows-1252');

/** Returns whether browsers decode the bytes correctly as UTF-8 even without a declared encoding. */
export const isUtf8 = (bytes: Uint8Array): boolean => detectUtf16(bytes) === null && decodeUtf8(bytes) !== null;
