/**
 * The portal's secret in a backup: keys of authenticator apps are sealed with it and recovery codes hashed, so an archive without it locks
 * their owners out. A secret the portal made itself goes into the archive; one that is given to it is kept elsewhere, and only compared.
 */
import { createHmac } from 'node:crypto';
import { keepSecret } from '../portal.ts';
import type { Running } from './commands.ts';

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

/** From now on this portal's own. */
export function takeSecret({ portal, env }: Running, secret: string): void {
  keepSecret(env.dataDir, secret);
  portal.secret = secret;
}
