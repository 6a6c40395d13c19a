/** Sets of records as bitmaps with 32 records per word. */

export function bitWords(records: number): number {
  return (records + 31) >>> 5;
}

export function has(bits: Uint32Array, record: number): boolean {
  return ((bits[record >>> 5]! >>> (record & 31)) & 1) === 1;
}

export function add(bits: Uint32Array, record: number): void {
  bits[record >>> 5]! |= 1 << (record & 31);
}

/** Returns a set that contains all records of a segment. */
export function createFullBits(records: number): Uint32Array {
  const bits = new Uint32Array(bitWords(records)).fill(0xffffffff);
  if ((records & 31) !== 0) bits[bits.length - 1] = (1 << (records & 31)) - 1;
  return bits;
}

/** Returns the records of a segment that the set does not contain. */
export function complement(bits: Uint32Array, records: number): Uint32Array {
  const others = createFullBits(records);
  subtract(others, bits);
  return others;
}

export function countBits(bits: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < bits.length; i++) {
    let w = bits[i]!;
    if (w === 0) continue;
    w -= (w >>> 1) & 0x55555555;
    w = (w & 0x33333333) + ((w >>> 2) & 0x33333333);
    count += Math.imul((w + (w >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** Returns the number of records that both sets contain. */
export function countCommon(a: Uint32Array, b: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < a.length; i++) {
    let w = a[i]! & b[i]!;
    w -= (w >>> 1) & 0x55555555;
    w = (w & 0x33333333) + ((w >>> 2) & 0x33333333);
    count += Math.imul((w + (w >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** Writes the records of a set to `into` in ascending order and returns their number. */
export function listBits(bits: Uint32Array, into: Uint32Array): number {
  let n = 0;
  for (let i = 0; i < bits.length; i++) {
    let w = bits[i]!;
    const base = i << 5;
    while (w !== 0) {
      into[n++] = base + 31 - Math.clz32(w & -w);
      w &= w - 1;
    }
  }
  return n;
}

export function intersect(target: Uint32Array, other: Uint32Array): void {
  for (let i = 0; i < target.length; i++) target[i]! &= other[i]!;
}

export function subtract(target: Uint32Array, other: Uint32Array): void {
  for (let i = 0; i < target.length; i++) target[i]! &= ~other[i]!;
}

export function unionBits(target: Uint32Array, other: Uint32Array): void {
  for (let i = 0; i < target.length; i++) target[i]! |= other[i]!;
}
