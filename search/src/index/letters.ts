/** Returns the set of letters in a word as a bitmap. The letters a to z have one bit each; all other bytes share six bits. */
export function lettersOf(bytes: Uint8Array, from: number, to: number): number {
  let letters = 0;
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!;
    letters |= 1 << (byte >= 97 && byte <= 122 ? byte - 97 : 26 + (byte % 6));
  }
  return letters >>> 0;
}
