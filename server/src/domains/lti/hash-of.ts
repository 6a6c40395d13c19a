import { createHash } from 'node:crypto';

/** Returns a hash without a key, for secrets that are too long to be guessed. */
export const hashSecret = (text: string): string => createHash('sha256').update(text).digest('base64url');
