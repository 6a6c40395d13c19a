import { randomBytes } from 'node:crypto';

/** Maximum value of the counter, which has 12 bits. */
const MAX_COUNT = 0xfff;

let last = 0;
let count = 0;

/**
 * Returns a UUID of version 7 (RFC 9562), which sorts by creation time. Ids of this process with the same millisecond are counted, so they sort in
 * the order of their creation, too.
 */
export function newId(now: Date = new Date()): string {
  const time = now.getTime();
  count = time === last ? Math.min(count + 1, MAX_COUNT) : 0;
  last = time;
  const bytes = randomBytes(16);
  bytes.writeUIntBE(time, 0, 6);
  bytes.writeUInt16BE(0x7000 | count, 6);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
