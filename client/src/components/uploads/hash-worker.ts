/** Web worker that computes the SHA-256 checksum of a file. Receives the file and returns 64 hexadecimal digits; an error terminates the worker. */
import { sha256 } from './sha256.ts';

const PIECE = 4 * 1024 * 1024;

self.onmessage = (event: MessageEvent<Blob>) => {
  void hash(event.data).then((result) => self.postMessage(result));
};

async function hash(file: Blob): Promise<string | null> {
  try {
    const sum = sha256();
    for (let at = 0; at < file.size; at += PIECE) sum.update(new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer()));
    return sum.finish();
  } catch {
    return null;
  }
}
