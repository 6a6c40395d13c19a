/** Decodes text files of packages, whose encodings vary by authoring tool. */
import { decodeBytes, decodeUtf8, detectUtf16 } from '@fundus/importer/text-encoding/decode';
import { decodeCertain } from '@fundus/importer/text-encoding/detect-encoding';

/** Decodes Unicode or the declared encoding; otherwise Windows-1252, as browsers do. */
export const decodeMarkup = (bytes: Uint8Array): string => decodeCertain(bytes)?.text ?? decodeBytes(bytes, 'windows-1252');

/** Returns whether browsers read the bytes as UTF-8 without a declaration. */
export const isUtf8 = (bytes: Uint8Array): boolean => detectUtf16(bytes) === null && decodeUtf8(bytes) !== null;
