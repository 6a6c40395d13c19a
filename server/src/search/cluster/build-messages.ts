/** What the thread that builds an index is told, and what it says. */
import type { Change, Schema } from '@fundus/search/api';

export type BuildSettings = {
  schema: Schema;
  vocabulary: readonly string[];
  space: string | undefined;
  /** Where the records lie while it is built. */
  folder: string;
};

/** `near`: with the vectors of the records. */
export type Making = { seq: number; near: boolean };

export type ToBuild = { kind: 'take'; changes: readonly Change[] } | { kind: 'learn' } | ({ kind: 'next' } & Making);

/** Lines for the cluster, ready to be sent: what is to be done with a document, and it. */
export type Documents = { media: string[]; words: string[] };

export type FromBuild =
  | { kind: 'taken' }
  | { kind: 'learned'; chunks: string[]; dimensions: number }
  | { kind: 'documents'; documents: Documents | null }
  | { kind: 'failed'; message: string };
