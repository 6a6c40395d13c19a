/**
 * The products of one vector with many rows, sixteen numbers at a time: a few instructions for WebAssembly, written by
 * hand because a compiler for them would weigh more than they do. Rows lie in shared memory (memory 1), the vector and the
 * products in memory of the thread's own (memory 0).
 */

/** A row must be a multiple of this long. */
export const LANE = 16;
/** Where in the thread's own memory the products begin; before them is room for a vector of 65,536 dimensions. */
const PRODUCTS = 65_536;
/** Rows computed at a time. */
export const AT_ONCE = 16_384;
const PAGE = 65_536;
const MOST_PAGES = 65_536;

const I32 = 0x7f;
const V128 = 0x7b;
const leb = (value: number): number[] => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)]);
const section = (id: number, ...content: number[]): number[] => [id, ...leb(content.length), ...content];
const name = (text: string): number[] => [text.length, ...Buffer.from(text, 'latin1')];
const simd = (code: number): number[] => [0xfd, ...leb(code)];
const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const lane = (at: number): number[] => [...get(SUM), ...simd(0x1b), at];
const half = (code: number): number[] => [
  ...get(SUM),
  ...get(ROW),
  ...simd(code),
  ...get(OTHER),
  ...simd(code),
  ...simd(0xba),
  ...simd(0xae),
  ...set(SUM),
];

/** Parameters: address of the first row, number of rows, length of a row, address of the first product. Then locals. */
const [ROWS, COUNT, LENGTH, OUT, AT, SUM, ROW, OTHER] = [0, 1, 2, 3, 4, 5, 6, 7] as const;

// oxfmt-ignore
const BODY = [
  2, 1, I32, 3, V128,
  0x02, 0x40, 0x03, 0x40, // block, loop: for each row
  ...get(COUNT), 0x45, 0x0d, 1, // none left: out of the block
  ...simd(0x0c), ...new Array<number>(16).fill(0), ...set(SUM),
  0x41, 0, ...set(AT),
  0x03, 0x40, // loop: for each sixteen numbers
  ...get(ROWS), ...get(AT), 0x6a, ...simd(0x00), 0x40, 1, 0, ...set(ROW), // load from memory 1
  ...get(AT), ...simd(0x00), 0, 0, ...set(OTHER), // load from memory 0
  ...half(0x87), ...half(0x88), // widen the lower and the upper eight, multiply, add
  ...get(AT), 0x41, LANE, 0x6a, 0x22, AT, ...get(LENGTH), 0x48, 0x0d, 0, // on while below the length
  0x0b,
  ...get(OUT), ...lane(0), ...lane(1), 0x6a, ...lane(2), 0x6a, ...lane(3), 0x6a, 0x36, 2, 0, // store the sum
  ...get(ROWS), ...get(LENGTH), 0x6a, ...set(ROWS),
  ...get(OUT), 0x41, 4, 0x6a, ...set(OUT),
  ...get(COUNT), 0x41, 1, 0x6b, ...set(COUNT),
  0x0c, 0, 0x0b, 0x0b, 0x0b,
];

// oxfmt-ignore
const CODE = Uint8Array.from([
  0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  ...section(1, 1, 0x60, 4, I32, I32, I32, I32, 0),
  ...section(2, 2, ...name('m'), ...name('own'), 2, 0, 1, ...name('m'), ...name('rows'), 2, 3, 1, ...leb(MOST_PAGES)),
  ...section(3, 1, 0),
  ...section(7, 1, ...name('scan'), 0, 0),
  ...section(10, 1, ...leb(BODY.length), ...BODY),
]);

/** Memory that all threads see. */
export type RowMemory = { readonly buffer: SharedArrayBuffer };

/** What is used of the host's WebAssembly; its types come only with those of browsers. */
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

/** `null` where this machine's WebAssembly does not know the instructions. */
function ownOf(): Own | null {
  if (own !== undefined) return own;
  const memory = new host.Memory({ initial: (PRODUCTS + AT_ONCE * 4) / PAGE });
  own = host.validate(CODE) ? { memory, module: new host.Module(CODE) } : null;
  return own;
}

/** Shared memory for `bytes` of rows; `null` where there is none: then plain arrays are used. */
export function rowMemory(bytes: number): RowMemory | null {
  const pages = Math.ceil(bytes / PAGE);
  if (pages > MOST_PAGES || ownOf() === null) return null;
  try {
    return new host.Memory({ initial: pages, maximum: pages, shared: true });
  } catch {
    return null;
  }
}

/**
 * The products of `vector` with `count` rows from row `first` on, at most `AT_ONCE`; valid until the next call. `null` without
 * support of the machine.
 */
export function products(memory: RowMemory, vector: Int8Array, first: number, count: number): Int32Array | null {
  const here = ownOf();
  if (here === null) return null;
  let scan = instances.get(memory);
  if (scan === undefined) {
    scan = new host.Instance(here.module, { m: { own: here.memory, rows: memory } }).exports.scan as Scan;
    instances.set(memory, scan);
  }
  new Int8Array(here.memory.buffer, 0, vector.length).set(vector);
  scan(first * vector.length, count, vector.length, PRODUCTS);
  return new Int32Array(here.memory.buffer, PRODUCTS, count);
}
