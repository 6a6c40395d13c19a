import { createHash } from 'node:crypto';

/** Of what is secret by its length alone. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
