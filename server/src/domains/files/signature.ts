/** Signed addresses: `/content/<token>/…` opens one file for a while, without a cookie, so that frames and range requests work. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const HOUR = 3_600_000;
/** Streams: long enough for a double lesson; the address stays the same within a slot, so that it can be cached. */
const OPEN_SLOT = 6 * HOUR;
/** Downloads: 10 minutes (docs/behaviour/files.md#signed-addresses). */
const DOWNLOAD_LIFE = HOUR / 6;

/** `by`: the person who downloads it, for their list of downloads, or the learner code, which is only counted. */
type ContentGrant = { file: string; download: boolean; by?: string };

const sign = (secret: string, payload: string): string => createHmac('sha256', secret).update(`content:${payload}`).digest('base64url');

/** A token for one file, as one path segment. */
export function contentToken(secret: string, { file, download, by }: ContentGrant, now: Date): string {
  const until = download ? now.getTime() + DOWNLOAD_LIFE : (Math.floor(now.getTime() / OPEN_SLOT) + 2) * OPEN_SLOT;
  const payload = `${file}.${Math.floor(until / 1000)}.${download ? (by ? `d-${by}` : 'd') : 'o'}`;
  return `${payload}.${sign(secret, payload)}`;
}

/** What a token grants, `expired`, or null when it is not ours. */
export function readContentToken(secret: string, token: string, now: Date): ContentGrant | 'expired' | null {
  const [file = '', until = '', kind = '', signature = ''] = token.split('.');
  const expected = Buffer.from(sign(secret, `${file}.${until}.${kind}`));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  if (Number(until) * 1000 < now.getTime()) return 'expired';
  return { file, download: kind.startsWith('d'), ...(kind.startsWith('d-') && { by: kind.slice(2) }) };
}
