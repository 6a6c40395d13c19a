/** The portal's secret, which is either `SESSION_SECRET` or the file `session-secret` in the data folder. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { moveIntoPlaceSync, writeFileWholeSync } from '../storage/replace-file.ts';
import { OperatorError } from '../operator-error.ts';

export const SECRET_FILE = 'session-secret';
const MIN_LENGTH = 32;

export const makeSecret = (): string => randomBytes(48).toString('base64url');

const fileOf = (dataDir: string): string => join(dataDir, SECRET_FILE);
/** Path of the prepared secret. It becomes the current secret once its fingerprint is stored in the database. */
const nextOf = (dataDir: string): string => join(dataDir, `${SECRET_FILE}.next`);

/** Returns the secret in use, or `null` if there is none. Throws an `OperatorError` if it is invalid. */
export function readSecret(dataDir: string, given: string | undefined): string | null {
  if (given !== undefined) return checked(given, 'SESSION_SECRET', 'Set the variable to the secret of this portal.');
  return readFile(fileOf(dataDir));
}

/** Returns the secret in the file, even if `SESSION_SECRET` takes precedence, or `null` if the file contains no valid secret. */
export function readKeptSecret(dataDir: string): string | null {
  try {
    return readFile(fileOf(dataDir));
  } catch {
    return null;
  }
}

export const readNextSecret = (dataDir: string): string | null => (existsSync(nextOf(dataDir)) ? readFile(nextOf(dataDir)) : null);

/** Stores a secret as the prepared one. It becomes current with `useNextSecret`, or at the next start if the database contains its fingerprint. */
export const prepareSecret = (dataDir: string, secret: string): void => writeFileWholeSync(nextOf(dataDir), `${secret}\n`);

export const useNextSecret = (dataDir: string): void => moveIntoPlaceSync(nextOf(dataDir), fileOf(dataDir));

export const removeNextSecret = (dataDir: string): void => rmSync(nextOf(dataDir), { force: true });

function readFile(path: string): string | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code === 'EISDIR')
      throw new OperatorError(`${path} is a folder instead of a file: replace it by the file of a backup. ${OTHERWISE}`);
    throw error;
  }
  return checked(text.trim(), path, `Put the file of a backup in its place. ${OTHERWISE}`);
}

const OTHERWISE =
  'If it is lost, delete it and run "npm run portal -- secret accept", which lists what stops working (docs/operate/backup.md#the-secret).';

function checked(secret: string, source: string, advice: string): string {
  const length = secret.trim().length;
  const fault =
    length === 0
      ? 'is empty'
      : length < MIN_LENGTH
        ? `is too short (${length} characters, at least ${MIN_LENGTH} are needed)`
        : /\p{Cc}|\uFFFD/u.test(secret)
          ? 'is damaged (it has characters that no secret has)'
          : null;
  if (fault) throw new OperatorError(`${source} ${fault}. ${advice}`);
  return secret;
}
