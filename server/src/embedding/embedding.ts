/** Embeddings by a language model. If none is configured, the search engine learns word similarity from the catalogue. */
import { createHash } from 'node:crypto';
import type { EmbeddingSettings } from '../env.ts';
import { EmbeddingError, type Driver, type Embedder } from './driver.ts';
import { httpDriver } from './http.ts';
import { moduleDriver } from './module.ts';

/** Opens the configured driver. Returns `null` if none is configured, because the built-in model is part of the search engine. */
export function openEmbedding(settings: EmbeddingSettings | undefined): Embedder | null {
  if (settings?.url && settings.model) return embedderOf(httpDriver(settings.url, settings.model, settings.key), settings);
  if (settings?.module) return embedderOf(moduleDriver(settings.module, settings.model ?? ''), settings);
  return null;
}

function embedderOf(driver: Driver, { questionPrefix, recordPrefix }: EmbeddingSettings): Embedder {
  const prefixes = createHash('sha256')
    .update(JSON.stringify([questionPrefix, recordPrefix]))
    .digest('hex')
    .slice(0, 8);
  const closing = new AbortController();
  return {
    space: questionPrefix || recordPrefix ? `${driver.name} ${prefixes}` : driver.name,
    async embed(texts, kind, timeoutMs) {
      const prefix = kind === 'question' ? questionPrefix : recordPrefix;
      const timeout = AbortSignal.timeout(timeoutMs);
      const signal = AbortSignal.any([timeout, closing.signal]);
      try {
        const reply = await driver.embed(
          texts.map((text) => prefix + text),
          kind,
          signal,
        );
        return vectorsIn(reply, texts.length);
      } catch (error) {
        if (closing.signal.aborted) throw new EmbeddingError('unreachable', 'closed');
        if (timeout.aborted) throw new EmbeddingError('timeout', `no response within ${timeoutMs} ms`);
        throw error;
      }
    },
    close: async () => {
      closing.abort();
      await driver.close();
    },
  };
}

/** Validates a reply and returns one vector per text, all finite and with the same length. Throws `EmbeddingError`. */
function vectorsIn(reply: unknown, count: number): Float32Array[] {
  if (!Array.isArray(reply) || reply.length !== count) throw new EmbeddingError('bad_reply', `expected ${count} vectors`);
  const vectors = reply.map((numbers: unknown) => {
    if (!Array.isArray(numbers) && !(numbers instanceof Float32Array)) throw new EmbeddingError('bad_reply', 'a vector is not a list');
    const vector = Float32Array.from(numbers as ArrayLike<number>);
    if (vector.length === 0 || !vector.every(Number.isFinite)) throw new EmbeddingError('bad_reply', 'a vector is empty or not of numbers');
    return vector;
  });
  const odd = vectors.find((vector) => vector.length !== vectors[0]!.length);
  if (odd) throw new EmbeddingError('bad_reply', `vectors of ${vectors[0]!.length} and of ${odd.length} dimensions`);
  return vectors;
}
