/** Incremental SHA-256 (FIPS 180-4). The Web Crypto API is not used because it needs the whole file in memory. */

const K = new Uint32Array(64);
const H0 = new Uint32Array(8);

/** Computes the constants: the first 32 bits of the fractional parts of the cube and square roots of the first primes. */
function fillConstants(): void {
  const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0;
  for (let n = 2, found = 0; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (found < 8) H0[found] = fraction(Math.sqrt(n));
    K[found++] = fraction(Math.cbrt(n));
  }
}
fillConstants();

type Sha256 = {
  update(bytes: Uint8Array): void;
  /** Returns the hash in hexadecimal. `update` must not be called afterwards. */
  finish(): string;
};

export function sha256(): Sha256 {
  const state = H0.slice();
  const w = new Uint32Array(64);
  const rest = new Uint8Array(64);
  let filled = 0;
  let total = 0;

  const block = (bytes: Uint8Array, from: number): void => {
    for (let i = 0, at = from; i < 16; i++, at += 4)
      w[i] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15]!;
      const y = w[i - 2]!;
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i]! + value) | 0;
  };

  const update = (bytes: Uint8Array): void => {
    total += bytes.length;
    let at = 0;
    if (filled > 0) {
      at = Math.min(64 - filled, bytes.length);
      rest.set(bytes.subarray(0, at), filled);
      filled += at;
      if (filled < 64) return;
      block(rest, 0);
      filled = 0;
    }
    for (; at + 64 <= bytes.length; at += 64) block(bytes, at);
    rest.set(bytes.subarray(at), 0);
    filled = bytes.length - at;
  };

  return {
    update,
    finish: () => {
      const bits = total * 8;
      const tail = new Uint8Array(filled < 56 ? 64 - filled : 128 - filled);
      tail[0] = 0x80;
      const view = new DataView(tail.buffer);
      view.setUint32(tail.length - 8, Math.floor(bits / 2 ** 32));
      view.setUint32(tail.length - 4, bits >>> 0);
      update(tail);
      return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
    },
  };
}
