import { decodeBytes, type Encoding } from '../decode.ts';

/** Returns the bytes of a text in an encoding of one byte a character. Throws for a character that the encoding does not have. */
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
