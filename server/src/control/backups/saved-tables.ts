/** Which tables a backup has. */
import { TABLES } from '../../all-domains/list.ts';

/** Sessions and links of mails end with a restore; counted attempts are of the moment; vectors and indexes are rebuilt; each installation has its own id. */
const LEFT_OUT = [
  'migration',
  'installation',
  // The token of a set-up belongs to the portal that printed it.
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

/** Returns what is in a list that no backup has, and what a backup needs that is not in the list. */
export function compareTables(names: readonly string[]): { foreign: string[]; missing: string[] } {
  return { foreign: names.filter((name) => !SAVED.has(name)), missing: [...SAVED].filter((name) => !names.includes(name)) };
}
