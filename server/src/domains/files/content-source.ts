/** Content to send: a file, a range of a file, or a file of an archive. */
import type { Writable } from 'node:stream';
import type { ByteRange } from '../../storage/send-file.ts';

export type Source = {
  send: (range: ByteRange | undefined, out: Writable) => Promise<void>;
  bytes: number;
  etag: string;
  headers: Record<string, string>;
};
