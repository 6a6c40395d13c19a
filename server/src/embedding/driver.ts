/** What asks a language model: a driver for each way there, and the errors all of them have. */

/** A question is looked for, a record is found: some models want to be told which. */
export type TextKind = 'question' | 'record';

export type Embedder = {
  /** Names the space: vectors of different spaces are never compared. */
  space: string;
  /** Vectors of the texts, in their order, all of one length. Throws `EmbeddingError`. */
  embed(texts: readonly string[], kind: TextKind, timeoutMs: number): Promise<Float32Array[]>;
  close(): Promise<void>;
};

/** What a driver does; prefixes and the checks common to all are added here. */
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
