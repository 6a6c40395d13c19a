/**
 * The portal's secret in a backup: keys of authenticator apps are sealed with it and recovery codes hashed, so an archive without it locks
 * their owners out. A secret the portal made itself goes into the archive; one that is given to it is kept elsewhere, and only compared.
 */
import { createHmac } from 'node:crypto';
import type { Db } from '../../db/open.ts';
import { keepSecret, useKeptSecret } from '../../installation/installation.ts';
import type { Running } from '../running.ts';

/** Says whether two secrets are the same one, and nothing else about them. */
export const fingerprintOf = (secret: string): string => createHmac('sha256', secret).update('backup').digest('base64url');

/** What goes into the archive; null where it is given by SESSION_SECRET. */
export const archivedSecret = ({ portal, env }: Running): string | null => (env.sessionSecret === undefined ? portal.secret : null);

const OTHERWISE = 'If it is lost, restore with --without-factors: second factors are left out then, and people set up new ones.';

/** Why what is sealed in the archive could not be read here, with what to do; null when it can. */
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

/** Makes the restored database this installation's, with the secret of the archive if it has one. In the transaction that fills it. */
export const takeSecret = ({ env }: Running, db: Db, secret: string): Promise<void> =>
  keepSecret(db, env.dataDir, secret, env.sessionSecret === undefined);

/** Uses the secret of the archive from now on. After the commit. */
export async function useSecret({ portal, env }: Running, secret: string): Promise<void> {
  await useKeptSecret(portal.db, env.dataDir);
  portal.secret = secret;
}
