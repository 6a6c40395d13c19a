/** Tables that a backup contains. */
import { TABLES } from '../../all-domains/list.ts';

/**
 * Tables that are not part of a backup. A restore ends sessions and invalidates mail links, rate-limit counters are short-lived, embeddings and
 * indexes are rebuilt, and each installation has its own id.
 */
const LEFT_OUT = [
  'migration',
  'installation',
  // The set-up token is only valid for the portal that printed it.
  'first_start',
  'session',
  'account_token',
  'pending_sign_in',
  'oidc_request',
  'oidc_logout',
  'attempt_limit',
  'upload',
  'embedding_space',
  'media_embedding',
  'index_state',
  'indexed_use',
  'media_change',
];

const SAVED: ReadonlySet<string> = new Set([...TABLES].filter((name) => !LEFT_OUT.includes(name)));

export const isSaved = (table: string): boolean => SAVED.has(table);

/** Compares table names with the saved tables. `foreign` are names that no backup contains, `missing` are required names that are not listed. */
export function compareTables(names: readonly string[]): { foreign: string[]; missing: string[] } {
  return { foreign: names.filter((name) => !SAVED.has(name)), missing: [...SAVED].filter((name) => !names.includes(name)) };
}
