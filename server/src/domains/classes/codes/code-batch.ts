/** A batch of learner codes that are created together in a class. The database contains codes only in encrypted form and as keyed hashes. */
import { randomBytes, randomInt } from 'node:crypto';
import { CODE_ALPHABET, formatCode, LEARNER_CODE_LENGTH, type Picture } from '@fundus/contract/classes/rules';
import { newId } from '../../../db/new-id.ts';
import type { Db } from '../../../db/open.ts';
import { insertBatch, insertCodeMembers, insertCodes, listCodes, type CodeRow } from './code-repository.ts';
import { hashOfCode } from '../members/learner-session.ts';
import { keyedHash, seal, tryUnseal } from '../../../secrets/sealed.ts';

const SHEET = 'code-sheet';
const CODE = 'learner-code';

type NewCode = { code: string; pictures: readonly Picture[] | null };
type At = { db: Db; secret: string; now: Date };

export const createLearnerCode = (): string =>
  Array.from({ length: LEARNER_CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
export const newCodes = (count: number): NewCode[] => Array.from({ length: count }, () => ({ code: createLearnerCode(), pictures: null }));

/** Returns the hash and the encrypted form of a code. */
export const toStoredCode = (secret: string, code: string) => ({ hash: hashOfCode(secret, code), sealed: seal(secret, CODE, code) });
/** Returns a code in groups of four characters, or `null` if it was encrypted with another secret and must be renewed. */
export function decryptCode(secret: string, sealed: string): string | null {
  const code = tryUnseal(secret, CODE, sealed);
  return code === null ? null : formatCode(code);
}
/** Returns the token of the sheet of a batch, or `null` if it was encrypted with another secret. */
export const decryptSheetToken = (secret: string, sealed: string): string | null => tryUnseal(secret, SHEET, sealed);
export const hashOfSheet = (secret: string, token: string): string => keyedHash(secret, SHEET, token);

type Batch = {
  classId: string;
  school_id: string;
  name: string;
  valid_until: string;
  /** Id of the person who creates the batch. */
  by: string;
  codes: readonly NewCode[];
  /** The default is `prepared`, which means that the codes have not been displayed yet. */
  state?: 'prepared' | 'issued';
};

/** Creates codes with the labels `<name>-01` and so on, continuing after the highest number in the class. Returns the id of the batch. */
export async function createCodeBatch(
  { db, secret, now }: At,
  { classId, name, by, codes, state = 'prepared', ...rest }: Batch,
): Promise<string> {
  const token = randomBytes(16).toString('base64url');
  const made = { ...rest, created_by: by, created_at: now };
  const id = newId(now);
  const sheet = { sheet_hash: hashOfSheet(secret, token), sheet_sealed: seal(secret, SHEET, token) };
  await insertBatch(db, { id, class_id: classId, name, count: codes.length, ...sheet, ...made });
  const first = nextNumber(await listCodes(db, classId), name);
  const digits = Math.max(2, String(first + codes.length - 1).length);
  const rows = codes.map(({ code, pictures }, i) => ({
    id: newId(now),
    label: `${name}-${String(first + i).padStart(digits, '0')}`,
    pictures: pictures && [...pictures],
    batch_id: id,
    state,
    state_since: now,
    ...toStoredCode(secret, code),
    ...made,
  }));
  await insertCodes(db, rows);
  const members = rows.map((row) => ({ id: newId(now), code_id: row.id }));
  await insertCodeMembers(db, classId, members, now);
  return id;
}

/** Returns the number that follows the highest number in the labels of the class. */
export function nextNumber(codes: readonly CodeRow[], name: string): number {
  const numbers = codes.filter(({ label }) => label.startsWith(`${name}-`)).map(({ label }) => Number(label.slice(name.length + 1)));
  return Math.max(0, ...numbers.filter(Number.isInteger)) + 1;
}
