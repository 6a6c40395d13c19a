/** Computes embeddings of media in the background. Until all exist, the search uses those that are available. */
import { createHash } from 'node:crypto';
import { readPlainText } from '@fundus/importer/markup-text';
import { subjectLabel } from '@fundus/contract/reference/subjects';
import { newId } from '../../../db/new-id.ts';
import type { Portal } from '../../../http/context.ts';
import {
  confirmEmbeddings,
  countEmbeddings,
  forgetOtherSpaces,
  leaseSpace,
  listPendingMedia,
  releaseSpace,
  setDimensionsOnce,
  storeEmbeddings,
  type PendingMedium,
} from './embedding-repository.ts';
import { logChanges } from '../../../search/change-log-repository.ts';
import { findIndexRows, type IndexRow } from './index-repository.ts';
import type { Embedder } from '../../../embedding/driver.ts';

const BATCH = 64;
const BATCH_TIMEOUT = 120_000;
const LEASE = 5 * 60_000;
const FIRST_RETRY = 5_000;
const LAST_RETRY = 10 * 60_000;
/** Maximum number of characters sent per medium, because models read only the beginning of a text. */
const MAX = 4_000;

export type EmbeddingWorker = {
  /** Checks for changed media now. */
  wake(): void;
  /** Resolves when no work is left or the current round has failed. */
  idle(): Promise<void>;
  progress(): Promise<{ done: number; all: number }>;
  stop(): Promise<void>;
};

/** Starts the worker. `written` is called after each batch, so that the new embeddings are indexed. */
export function computeEmbeddings(portal: Portal, embedder: Embedder, written: () => unknown, firstRetry = FIRST_RETRY): EmbeddingWorker {
  const worker = newId();
  const { space } = embedder;
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;
  let delay = firstRetry;

  const later = (): void => {
    clearTimeout(retry);
    retry = setTimeout(wake, delay);
    retry.unref();
  };
  const wake = (): void => {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    again = false;
    running = runRound()
      .then((finished) => {
        delay = firstRetry;
        if (!finished) later();
      })
      .catch((error: unknown) => {
        portal.log.warn({ space, reason: error instanceof Error ? error.message : String(error) }, 'embedding of media failed, retrying');
        delay = Math.min(LAST_RETRY, delay * 2);
        later();
      })
      .finally(() => {
        running = null;
        if (again) wake();
      });
  };

  /** Computes all pending embeddings. Returns false if another process holds the lease. */
  async function runRound(): Promise<boolean> {
    let done = 0;
    for (let after = ''; !stopped;) {
      const now = portal.now();
      if (!(await leaseSpace(portal.db, space, worker, now, new Date(now.getTime() + LEASE)))) return false;
      const pending = await listPendingMedia(portal.db, space, after, BATCH);
      if (pending.length === 0) break;
      after = pending.at(-1)!.identifier;
      done += await embedBatch(portal, embedder, pending);
      await written();
      portal.log.info({ space, done }, 'media embedded');
    }
    if (done > 0 && !stopped) await forgetOtherSpaces(portal.db, space);
    await releaseSpace(portal.db, space, worker);
    return true;
  }

  return {
    wake,
    idle: async () => {
      while (running) await running;
    },
    progress: () => countEmbeddings(portal.db, space),
    stop: async () => {
      stopped = true;
      clearTimeout(retry);
      await running;
    },
  };
}

/** Computes the embeddings of a batch and returns the number of texts that were sent to the model. Texts that have not changed are not sent. */
async function embedBatch(portal: Portal, embedder: Embedder, pending: readonly PendingMedium[]): Promise<number> {
  const rows = await findIndexRows(
    portal.db,
    pending.map((each) => each.identifier),
  );
  const texts = new Map(rows.map((row) => [row.identifier, toEmbeddingText(row)]));
  const known = pending.filter((each) => texts.has(each.identifier) && each.text_hash === hashOf(texts.get(each.identifier)!));
  const fresh = pending.filter((each) => texts.has(each.identifier) && !known.includes(each));
  if (known.length > 0) await confirmEmbeddings(portal.db, embedder.space, known);
  if (fresh.length === 0) return 0;
  const vectors = await embedder.embed(
    fresh.map((each) => texts.get(each.identifier)!),
    'record',
    BATCH_TIMEOUT,
  );
  const dimensions = await setDimensionsOnce(portal.db, embedder.space, vectors[0]!.length);
  if (dimensions !== vectors[0]!.length) {
    throw new Error(`the model returns ${vectors[0]!.length} dimensions instead of ${dimensions}; use another name in EMBEDDING_MODEL`);
  }
  await portal.db.transaction().execute(async (trx) => {
    const embeddings = fresh.map(({ identifier, content_hash }, i) => ({
      identifier,
      content_hash,
      text_hash: hashOf(texts.get(identifier)!),
      vector: quantiseToInt8(vectors[i]!),
    }));
    await storeEmbeddings(trx, embedder.space, embeddings);
    await logChanges(
      trx,
      embeddings.map((embedding) => embedding.identifier),
    );
  });
  return fresh.length;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns the text that is sent to the model. It never contains licences. */
export function toEmbeddingText(row: IndexRow): string {
  const text = readPlainText(row.fn_text);
  const lines = [row.fn_titel, row.fn_schlag.join(', '), row.fn_geb.map(subjectLabel).join(', '), row.fn_kurztext, text];
  return lines
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')
    .slice(0, MAX);
}

/** Returns the vector quantized to integers from -127 to 127. */
function quantiseToInt8(vector: Float32Array): Int8Array {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Int8Array.from(vector, (value) => (largest > 0 ? Math.round((127 * value) / largest) : 0));
}
