/** Signed URLs: `/content/<token>/…` opens one file for a limited time without a cookie, so that frames and range requests work. */
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';

const HOUR = 3_600_000;
/** Minimum validity of a streaming URL, enough for a double lesson. The URL stays the same within a slot, so browsers can cache it. */
const OPEN_SLOT = 6 * HOUR;
/** Download URLs are valid for 10 minutes (docs/behaviour/files.md#signed-addresses). */
const DOWNLOAD_LIFE = HOUR / 6;

/** Purpose of a URL: display, download, or an editor's preview. */
export type ContentUse = 'open' | 'save' | 'edit';
const SIGNS = { open: 'o', save: 'd', edit: 'e' } as const;

/** Content of a token. `by` is the person or learner code whose permissions apply and whose download is recorded. For a guest, it is `null`. */
export type ContentGrant = { file: string; use: ContentUse; by: string | null };

const sign = (secret: string, payload: string): string => createHmac('sha256', secret).update(`content:${payload}`).digest('base64url');

/** Returns a token for one file. The token is a single path segment. */
export function contentToken(secret: string, { file, use, by }: ContentGrant, now: Date): string {
  const until = use === 'save' ? now.getTime() + DOWNLOAD_LIFE : (Math.floor(now.getTime() / OPEN_SLOT) + 2) * OPEN_SLOT;
  const payload = `${file}.${Math.floor(until / 1000)}.${SIGNS[use]}${by === null ? '' : `-${hideId(secret, by)}`}`;
  return `${payload}.${sign(secret, payload)}`;
}

/** Returns the grant of a token, or `expired`. Returns `null` if the signature is invalid. */
export function readContentToken(secret: string, token: string, now: Date): ContentGrant | 'expired' | null {
  const [file = '', until = '', kind = '', signature = ''] = token.split('.');
  const expected = Buffer.from(sign(secret, `${file}.${until}.${kind}`));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  if (Number(until) * 1000 < now.getTime()) return 'expired';
  const use = (Object.keys(SIGNS) as ContentUse[]).find((each) => SIGNS[each] === kind[0]);
  return use ? { file, use, by: kind.length > 1 ? showId(secret, kind.slice(2)) : null } : null;
}

/** Key for encrypting ids as one AES block. The encryption is deterministic, so that URLs stay constant. */
const blockKey = (secret: string): Buffer => createHmac('sha256', secret).update('content:id').digest();

function hideId(secret: string, id: string): string {
  const cipher = createCipheriv('aes-256-ecb', blockKey(secret), null).setAutoPadding(false);
  return Buffer.concat([cipher.update(Buffer.from(id.replaceAll('-', ''), 'hex')), cipher.final()]).toString('base64url');
}

function showId(secret: string, hidden: string): string {
  const cipher = createDecipheriv('aes-256-ecb', blockKey(secret), null).setAutoPadding(false);
  const hex = Buffer.concat([cipher.update(Buffer.from(hidden, 'base64url')), cipher.final()]).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Returns the host label of one package for one visitor. The label discloses neither of them. */
export function packageLabel(secret: string, { file, by }: Pick<ContentGrant, 'file' | 'by'>): string {
  const hash = createHmac('sha256', secret)
    .update(`content:origin:${file}:${by ?? ''}`)
    .digest('hex');
  return `p-${hash.slice(0, 32)}`;
}
