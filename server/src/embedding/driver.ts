/** Interface of the embedding drivers, and their common errors. */

/** Some models embed search queries and documents differently. */
export type TextKind = 'question' | 'record';

export type Embedder = {
  /** Identifies the vector space: vectors of different spaces are never compared. */
  space: string;
  /** Returns the vectors of the texts in order, all of one length. Throws `EmbeddingError`. */
  embed(texts: readonly string[], kind: TextKind, timeoutMs: number): Promise<Float32Array[]>;
  close(): Promise<void>;
};

/** Implemented by drivers; prefixes and common checks are added in `embedding.ts`. */
export type Driver = {
  name: string;
  embed(texts: readonly string[], kind: TextKind, signal: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
};

export class EmbeddingError extends Error {
  readonly code: 'timeout' | 'unreachable' | 'refused' | 'bad_reply';
  constructor(code: EmbeddingError['code'], message: string) {
    super(message);
    this.name = 'EmbeddingError';
    this.code = code;
  }
}
