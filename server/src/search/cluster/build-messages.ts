/** What the thread that builds an index is told, and what it says. */
import type { Change, Schema } from '@fundus/search/api';

export type BuildSettings = {
  schema: Schema;
  vocabulary: readonly string[];
  space: string | undefined;
  /** Where the records lie while it is built. */
  folder: string;
};

export type ToBuild = { kind: 'take'; changes: readonly Change[] } | { kind: 'learn'; seq: number } | { kind: 'next' };

/** Lines for the cluster, ready to be sent: what is to be done with a document, and it. */
export type Documents = { media: string[]; words: string[] };

export type FromBuild =
  | { kind: 'taken' }
  | { kind: 'learned'; chunks: string[] }
  | { kind: 'documents'; documents: Documents | null }
  | { kind: 'failed'; message: string };
