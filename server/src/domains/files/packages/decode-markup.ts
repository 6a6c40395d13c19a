/** Decodes text files of packages, which come in every encoding authoring tools have written in thirty years. */
import { decodeBytes, decodeUtf8, detectUtf16 } from '@fundus/importer/text-encoding/decode';
import { decodeCertain } from '@fundus/importer/text-encoding/detect-encoding';

/** Returns the text in Unicode or in the encoding that the file declares; Windows-1252 without either, as browsers read it. */
export const decodeMarkup = (bytes: Uint8Array): string => decodeCertain(bytes)?.text ?? decodeBytes(bytes, 'windows-1252');

/** Returns whether browsers read the bytes as UTF-8 without a declaration. */
export const isUtf8 = (bytes: Uint8Array): boolean => detectUtf16(bytes) === null && decodeUtf8(bytes) !== null;
