/** The product of a direction with every row of a segment. */
import type { Vectors } from './model.ts';
import { quantise } from './rows.ts';

/** A unit vector in whole numbers, and what its products are to be multiplied with. */
export type Direction = { values: Int8Array; scale: number };

export function directionFrom(unit: Float32Array): Direction {
  const values = new Int8Array(unit.length);
  return { values, scale: quantise(unit, values) };
}

/** Calls `visit` with the cosine of each allowed record that has a direction. Rows of another length have nothing to say. */
export function scan(
  { dimensions, rows, scale }: Vectors,
  direction: Direction,
  allowed: Uint32Array,
  visit: (record: number, cosine: number) => void,
): void {
  const { values } = direction;
  if (values.length !== dimensions) return;
  for (let w = 0; w < allowed.length; w++) {
    for (let word = allowed[w]!; word !== 0; word &= word - 1) {
      const record = (w << 5) + 31 - Math.clz32(word & -word);
      if (scale[record] === 0) continue;
      let sum = 0;
      for (let d = 0, at = record * dimensions; d < dimensions; d++) sum += values[d]! * rows[at + d]!;
      visit(record, sum * scale[record]! * direction.scale);
    }
  }
}
