/** A file to send: whole, from an archive, or a range. */
import type { Writable } from 'node:stream';
import type { ByteRange } from '../../storage/send-file.ts';

export type Source = {
  send: (range: ByteRange | undefined, out: Writable) => Promise<void>;
  bytes: number;
  etag: string;
  headers: Record<string, string>;
};
