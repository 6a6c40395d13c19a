import { createHash } from 'node:crypto';

/** Returns an unkeyed hash, for secrets long enough not to be guessed. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
