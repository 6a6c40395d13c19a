/** Interface of the embedding drivers, and their common errors. */

/** Distinguishes search queries from documents, because some models embed them differently. */
export type TextKind = 'question' | 'record';

export type Embedder = {
  /** Name of the vector space. Vectors from different spaces are not comparable. */
  space: string;
  /** Returns one vector per text in the same order, all with the same length. Throws `EmbeddingError`. */
  embed(texts: readonly string[], kind: TextKind, timeoutMs: number): Promise<Float32Array[]>;
  close(): Promise<void>;
};

/** Interface that each driver implements. `embedding.ts` adds the prefixes and validates the replies. */
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
