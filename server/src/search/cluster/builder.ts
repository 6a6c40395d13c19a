/** The side of the main thread of building an index: one question to the thread after the other. */
import { Worker } from 'node:worker_threads';
import type { Change } from '@fundus/search/api';
import type { BuildSettings, Documents, FromBuild, Making, ToBuild } from './build-messages.ts';

export type Builder = {
  take(changes: readonly Change[]): Promise<void>;
  /** Learns from what was taken; gives what is learned, in pieces for the cluster, and how many dimensions the vectors have. */
  learn(): Promise<{ chunks: string[]; dimensions: number }>;
  /** The documents, the next being made while those before are sent. */
  documents(making: Making): AsyncGenerator<Documents>;
  end(): Promise<void>;
};

/** In megabytes: the young generation, as in the engine's own threads. */
const YOUNG = 16;

export function startBuilder(settings: BuildSettings): Builder {
  const thread = new Worker(new URL('./build-thread.ts', import.meta.url), {
    workerData: settings,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
  });
  const waiting: { done: (reply: FromBuild) => void; fail: (error: Error) => void }[] = [];
  let lost: Error | undefined;
  const lose = (error: Error): void => {
    lost = error;
    for (const { fail } of waiting.splice(0)) fail(error);
  };
  thread.on('error', (error) => lose(error as Error));
  thread.on('exit', () => lose(new Error('the thread that builds the search index has ended')));
  thread.on('message', (reply: FromBuild) => {
    const job = waiting.shift();
    if (reply.kind === 'failed') job?.fail(new Error(reply.message));
    else job?.done(reply);
  });
  const ask = (message: ToBuild): Promise<FromBuild> =>
    new Promise((done, fail) => {
      if (lost) return fail(lost);
      waiting.push({ done, fail });
      thread.postMessage(message);
    });
  const next = async (making: Making): Promise<Documents | null> => {
    const reply = await ask({ kind: 'next', ...making });
    return reply.kind === 'documents' ? reply.documents : null;
  };
  return {
    async take(changes) {
      await ask({ kind: 'take', changes });
    },
    async learn() {
      const reply = await ask({ kind: 'learn' });
      return reply.kind === 'learned' ? reply : { chunks: [], dimensions: 0 };
    },
    async *documents(making) {
      for (let made = await next(making); made !== null;) {
        const following = next(making);
        // Whoever takes these may fail, and then nobody waits for those.
        following.catch(() => undefined);
        yield made;
        made = await following;
      }
    },
    async end() {
      await thread.terminate();
    },
  };
}
