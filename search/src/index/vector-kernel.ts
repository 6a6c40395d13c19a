/**
 * WebAssembly kernel that multiplies a vector with many rows, sixteen numbers at a time (SIMD). It is written by hand, because a compiler would be
 * larger than the code. The rows are in shared memory (memory 1); the vector and the products are in memory of the thread (memory 0).
 */

/** The length of a row is a multiple of this number. */
export const LANE = 16;
/** Offset of the products in the thread's memory, after a vector of at most 32,768 dimensions with two bytes each. */
const PRODUCTS = 65_536;
/** Maximum number of rows per call. */
export const MAX_ROWS = 16_384;
const PAGE = 65_536;
const MAX_PAGES = 65_536;

const I32 = 0x7f;
const V128 = 0x7b;
const leb = (value: number): number[] => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)]);
const section = (id: number, ...content: number[]): number[] => [id, ...leb(content.length), ...content];
const name = (text: string): number[] => [text.length, ...Buffer.from(text, 'latin1')];
const simd = (code: number): number[] => [0xfd, ...leb(code)];
const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const number = (value: number): number[] => [0x41, ...leb(value)];
const [LESS, PLUS, MINUS] = [0x48, 0x6a, 0x6b];
const [LOAD, STORE, CONST, SHUFFLE, WIDEN_LOW, WIDEN_HIGH, ADD, DOT] = [0x00, 0x0b, 0x0c, 0x0d, 0x87, 0x88, 0xae, 0xba];

/** Number of rows that are multiplied together, so that the vector is loaded only once for them. */
const ROWS_PER_PASS = 4;

/**
 * Parameters of the function: address of the first row, number of rows, length of a row, address of the first product. The other names are locals.
 */
const [ROWS, COUNT, LENGTH, OUT, AT, LOW, HIGH, ROW, SUMS] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

const zero = (sum: number): number[] => [...simd(CONST), ...new Array<number>(16).fill(0), ...set(sum)];

/** Adds the products of the sixteen numbers that `load` yields and those of the vector to a sum. */
const addProducts = (sum: number, load: readonly number[]): number[] => [
  ...load,
  ...set(ROW),
  ...[...get(sum), ...get(ROW), ...simd(WIDEN_LOW), ...get(LOW), ...simd(DOT), ...simd(ADD)],
  ...[...get(ROW), ...simd(WIDEN_HIGH), ...get(HIGH), ...simd(DOT), ...simd(ADD), ...set(sum)],
];

/** Loops over the vector, sixteen numbers at a time, for `rows` rows. The sums are in the locals from `SUMS` on. */
const vectorLoop = (rows: number): number[] => [
  ...Array.from({ length: rows }, (_, row) => zero(SUMS + row)).flat(),
  ...[...number(0), ...set(AT)],
  ...[0x03, 0x40], // loop
  ...[...get(AT), ...get(AT), PLUS, ...simd(LOAD), 0, 0, ...set(LOW)],
  ...[...get(AT), ...get(AT), PLUS, ...simd(LOAD), 0, LANE, ...set(HIGH)],
  ...Array.from({ length: rows }, (_, row) =>
    addProducts(SUMS + row, [
      ...[...get(ROWS), ...get(AT), PLUS],
      ...Array.from({ length: row }, () => [...get(LENGTH), PLUS]).flat(),
      ...[...simd(LOAD), 0x40, 1, 0], // load from memory 1
    ]),
  ).flat(),
  ...[...get(AT), ...number(LANE), PLUS, 0x22, AT, ...get(LENGTH), LESS, 0x0d, 0, 0x0b], // continue while less than the length
];

/** Shuffles four lanes; lanes 4 to 7 are those of the second operand. */
const lanes = (...these: number[]): number[] => [...simd(SHUFFLE), ...these.flatMap((lane) => [0, 1, 2, 3].map((byte) => lane * 4 + byte))];

/** Reduces two vectors of four lanes to one by adding the first and third, and the second and fourth lane of each. */
const halve = (one: number, other: number): number[] => [
  ...[...get(one), ...get(other), ...lanes(0, 4, 1, 5)],
  ...[...get(one), ...get(other), ...lanes(2, 6, 3, 7)],
  ...simd(ADD),
];

/** Advances the addresses to the next rows. */
const forward = (rows: number): number[] => [
  ...[...get(ROWS), ...Array.from({ length: rows }, () => [...get(LENGTH), PLUS]).flat(), ...set(ROWS)],
  ...[...get(OUT), ...number(4 * rows), PLUS, ...set(OUT)],
  ...[...get(COUNT), ...number(rows), MINUS, ...set(COUNT)],
];

const sumOf = (local: number): number[] =>
  [0, 1, 2, 3].flatMap((lane) => [...get(local), ...simd(0x1b), lane, ...(lane === 0 ? [] : [PLUS])]);

// oxfmt-ignore
const BODY = [
  2, 1, I32, 3 + ROWS_PER_PASS, V128,
  0x02, 0x40, 0x03, 0x40, // block, loop: for each four rows
  ...get(COUNT), ...number(ROWS_PER_PASS), LESS, 0x0d, 1, // if fewer rows remain: leave the block
  ...vectorLoop(ROWS_PER_PASS),
  ...halve(SUMS, SUMS + 1), ...set(LOW), ...halve(SUMS + 2, SUMS + 3), ...set(HIGH),
  ...get(OUT),
  ...get(LOW), ...get(HIGH), ...lanes(0, 1, 4, 5), ...get(LOW), ...get(HIGH), ...lanes(2, 3, 6, 7), ...simd(ADD),
  ...simd(STORE), 0, 0,
  ...forward(ROWS_PER_PASS),
  0x0c, 0, 0x0b, 0x0b,
  0x02, 0x40, 0x03, 0x40, // block, loop: for each remaining row
  ...get(COUNT), 0x45, 0x0d, 1, // if no row remains: leave the block
  ...vectorLoop(1),
  ...get(OUT), ...sumOf(SUMS), 0x36, 2, 0, // store the sum
  ...forward(1),
  0x0c, 0, 0x0b, 0x0b,
  0x0b,
];

// oxfmt-ignore
const CODE = Uint8Array.from([
  0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  ...section(1, 1, 0x60, 4, I32, I32, I32, I32, 0),
  ...section(2, 2, ...name('m'), ...name('own'), 2, 0, 1, ...name('m'), ...name('rows'), 2, 3, 1, ...leb(MAX_PAGES)),
  ...section(3, 1, 0),
  ...section(7, 1, ...name('scan'), 0, 0),
  ...section(10, 1, ...leb(BODY.length), ...BODY),
]);

/** Shared WebAssembly memory. */
export type RowMemory = { readonly buffer: SharedArrayBuffer };

/** Used part of the WebAssembly API, for which Node has no types. */
type Host = {
  Memory: new (about: { initial: number; maximum?: number; shared?: boolean }) => { readonly buffer: SharedArrayBuffer };
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> };
  validate(code: Uint8Array): boolean;
};
const host = (globalThis as unknown as { WebAssembly: Host }).WebAssembly;

type Scan = (rows: number, count: number, length: number, out: number) => void;
type Own = { memory: RowMemory; module: object };

let own: Own | null | undefined;
const instances = new WeakMap<RowMemory, Scan>();

/** Returns the instantiated kernel; `null` if the machine does not support its instructions. */
function instantiateKernel(): Own | null {
  if (own !== undefined) return own;
  const memory = new host.Memory({ initial: (PRODUCTS + MAX_ROWS * 4) / PAGE });
  own = host.validate(CODE) ? { memory, module: new host.Module(CODE) } : null;
  return own;
}

/** Returns shared memory for rows of `bytes` bytes in total; `null` if it is unavailable, so that plain arrays must be used. */
export function rowMemory(bytes: number): RowMemory | null {
  const pages = Math.ceil(bytes / PAGE);
  if (pages > MAX_PAGES || instantiateKernel() === null) return null;
  try {
    return new host.Memory({ initial: pages, maximum: pages, shared: true });
  } catch {
    return null;
  }
}

/**
 * Returns the products of `vector` and `count` rows, at most `MAX_ROWS`, starting at row `first`. They are valid until the next call. Returns `null`
 * if the machine does not support the kernel.
 */
export function products(memory: RowMemory, vector: Int8Array, first: number, count: number): Int32Array | null {
  const here = instantiateKernel();
  if (here === null) return null;
  let scan = instances.get(memory);
  if (scan === undefined) {
    scan = new host.Instance(here.module, { m: { own: here.memory, rows: memory } }).exports.scan as Scan;
    instances.set(memory, scan);
  }
  new Int16Array(here.memory.buffer, 0, vector.length).set(vector);
  scan(first * vector.length, count, vector.length, PRODUCTS);
  return new Int32Array(here.memory.buffer, PRODUCTS, count);
}
