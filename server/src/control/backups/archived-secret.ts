/**
 * Handles the portal's secret in a backup. The secret encrypts the keys of authenticator apps and hashes recovery codes, so their owners are locked
 * out without it. A secret that the portal generated is part of the archive. If `SESSION_SECRET` is set, the archive contains only its fingerprint.
 */
import { createHmac } from 'node:crypto';
import type { Db } from '../../db/open.ts';
import { saveSecret, adoptStoredSecret } from '../../installation/installation.ts';
import type { Running } from '../running.ts';

/** Returns a hash that identifies a secret without disclosing it. */
export const fingerprintOf = (secret: string): string => createHmac('sha256', secret).update('backup').digest('base64url');

/** Returns the secret to archive, or `null` if it is set by `SESSION_SECRET`. */
export const archivedSecret = ({ portal, env }: Running): string | null => (env.sessionSecret === undefined ? portal.secret : null);

const OTHERWISE = 'If it is lost, restore with --without-factors: second factors are left out then, and people set up new ones.';

/** Returns an error message with instructions if encrypted values of the archive cannot be read here, otherwise `null`. */
export function secretProblem(
  { portal, env }: Running,
  { fingerprint, hasSecret }: { fingerprint?: string | undefined; hasSecret: boolean },
): string | null {
  if (fingerprint === undefined || fingerprint === fingerprintOf(portal.secret)) return null;
  if (!hasSecret)
    return `Second factors in this backup can only be read with the SESSION_SECRET of the portal that wrote it: restore with that one. ${OTHERWISE}`;
  if (env.sessionSecret !== undefined)
    return `Second factors in this backup can only be read with the secret in it: restore without SESSION_SECRET, and find it in DATA_DIR/session-secret afterwards. ${OTHERWISE}`;
  return null;
}

/** Stores the secret from the archive for this installation. Must run in the transaction of the restore. */
export const storeSecret = ({ env }: Running, db: Db, secret: string): Promise<void> =>
  saveSecret(db, env.dataDir, secret, env.sessionSecret === undefined);

/** Switches the running portal to the secret from the archive. Must be called after the commit. */
export async function adoptSecret({ portal, env }: Running, secret: string): Promise<void> {
  await adoptStoredSecret(portal.db, env.dataDir);
  portal.secret = secret;
}
