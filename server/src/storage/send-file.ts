/**
 * Sends local files with reusable buffers. If a buffer were allocated per part, two hundred viewers would make the garbage collector pause the
 * process several times per second.
 */
import { open } from 'node:fs/promises';
import type { Writable } from 'node:stream';

const PART = 128 * 1024;
const MAX_IDLE = 256;
const idle: Buffer[] = [];

/**
 * Writes a file, or a range of it, to `out`. Waits for each part to be consumed, so `out` must not use a part after its callback. Does not end `out`.
 * Throws if the file is missing or too short, or if `out` closes early.
 */
export async function sendFile(path: string, range: ByteRange | undefined, out: Writable): Promise<void> {
  const file = await open(path);
  const buffer = idle.pop() ?? Buffer.allocUnsafeSlow(PART);
  let closed = (_: Error): void => {};
  const onClose = () => closed(new Error('the client disconnected'));
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
    // The buffer is released only now, because the system may still read from it after the connection was closed.
    if (idle.length < MAX_IDLE) idle.push(buffer);
  } finally {
    out.off('close', onClose);
    await file.close();
  }
}

/** First and last byte of a range, both included. */
export type ByteRange = { start: number; end: number };
