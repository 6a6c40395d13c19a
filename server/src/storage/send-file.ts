/**
 * Files of this disk on their way out. A film leaves through the same few buffers again and again: with new ones for each part two hundred
 * viewers have the garbage collector stop the whole process several times a second.
 */
import { open } from 'node:fs/promises';
import type { Writable } from 'node:stream';

const PART = 128 * 1024;
const MAX_IDLE = 256;
const idle: Buffer[] = [];

/**
 * Writes the file, or a range of it, and waits for each part to be taken: after its callback `out` may not look at a part again, as a
 * connection does not. Does not end `out`.
 * Throws when the file is not there or too short, and when `out` closes before everything was taken.
 */
export async function sendFile(path: string, range: ByteRange | undefined, out: Writable): Promise<void> {
  const file = await open(path);
  const buffer = idle.pop() ?? Buffer.allocUnsafeSlow(PART);
  let closed = (_: Error): void => {};
  const onClose = () => closed(new Error('the other side is gone'));
  out.on('close', onClose);
  try {
    const end = range?.end ?? (await file.stat()).size - 1;
    for (let at = range?.start ?? 0; at <= end;) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(PART, end - at + 1), at);
      if (bytesRead === 0) throw new Error(`file is shorter than ${end + 1} bytes`);
      at += bytesRead;
      await new Promise<void>((taken, fail) => {
        closed = fail;
        if (out.destroyed) return void onClose();
        out.write(buffer.subarray(0, bytesRead), (error) => (error ? fail(error) : taken()));
      });
    }
    // Only now nobody holds it: of a broken connection the system may still be reading.
    if (idle.length < MAX_IDLE) idle.push(buffer);
  } finally {
    out.off('close', onClose);
    await file.close();
  }
}

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };
