import { decodeBytes, type Encoding } from '../decode.ts';

/** Encodes a text in a single-byte encoding. Throws if the encoding lacks a character. */
export function encodeBytes(text: string, encoding: Encoding): Buffer {
  const page = decodeBytes(
    Uint8Array.from({ length: 256 }, (_, i) => i),
    encoding,
  );
  return Buffer.from(
    Array.from(text, (character) => {
      const at = page.indexOf(character);
      if (at < 0) throw new Error(`${character} is not in ${encoding}`);
      return at;
    }),
  );
}
