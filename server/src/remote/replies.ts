/** Parses XML replies of external sources in a child process. Each function throws `RemoteError`. */
import { inChild, TaskStopped } from '../child-process/run-in-child.ts';
import type * as replies from './read-replies.ts';
import type { Reply } from './read-replies.ts';
import { RemoteError } from './remote.ts';

const readers = inChild<typeof replies>(new URL('./read-replies.ts', import.meta.url), { seconds: 5, megabytes: 512 });

/** Returns a parsed reply. Throws a `RemoteError` with the code `refused` if the source reports an error, and `bad_reply` if parsing failed. */
async function take<T extends object>(reading: Promise<Reply<T>>, refused: 'refused' | 'bad_reply', name: string): Promise<T> {
  const reply = await reading.catch((error: unknown) => {
    throw error instanceof TaskStopped ? new RemoteError('bad_reply', `reading the answer was ${error.message}`) : error;
  });
  if ('problem' in reply) throw new RemoteError('bad_reply', reply.problem as string);
  if ('refusal' in reply) throw new RemoteError(refused, `${name}${reply.refusal as string}`);
  return reply as T;
}

export const readArixReply = (bytes: Uint8Array, limit: number): Promise<replies.ArixReply> =>
  take(readers.readArixReply(bytes, limit), 'refused', '');

export const readSruReply = (bytes: Uint8Array, limit: number, page: string | undefined): Promise<replies.SruReply> =>
  take(readers.readSruReply(bytes, limit, page), 'bad_reply', 'SRU: ');

export const readOaiReply = (bytes: Uint8Array, limit: number): Promise<replies.OaiReply> =>
  take(readers.readOaiReply(bytes, limit), 'bad_reply', 'OAI-PMH: ');
