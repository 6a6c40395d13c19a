/** OAuth 1.0 signatures of forms (RFC 5849), as used by LTI 1.1 with a consumer key and secret but without a token. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export type Pair = readonly [name: string, value: string];

const METHODS: Readonly<Record<string, string>> = { 'HMAC-SHA1': 'sha1', 'HMAC-SHA256': 'sha256' };

/** Percent-encodes according to RFC 3986, which escapes more characters than `encodeURIComponent`. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the signature base string of a POST request. `url` contains no query, because the pairs include the query parameters. */
function baseOf(url: string, pairs: readonly Pair[]): string {
  const encoded = pairs.filter(([name]) => name !== 'oauth_signature').map(([name, value]) => [encode(name), encode(value)] as const);
  const sorted = encoded.toSorted((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]));
  return ['POST', url, sorted.map((pair) => pair.join('=')).join('&')].map(encode).join('&');
}

const hmac = (algorithm: string, secret: string, base: string): Buffer =>
  createHmac(algorithm, `${encode(secret)}&`)
    .update(base)
    .digest();

export const signForm = (url: string, pairs: readonly Pair[], secret: string): string => {
  const [bare = '', query] = url.split(/\?(.*)/s);
  return hmac('sha1', secret, baseOf(bare, [...new URLSearchParams(query ?? ''), ...pairs])).toString('base64');
};

/**
 * Returns whether a form was signed with the secret. If a parameter is in both query and form, Moodle signs it once and the standard requires signing
 * it twice. Both are accepted.
 */
export function isSigned(url: string, sent: { query: readonly Pair[]; form: readonly Pair[] }, secret: string): boolean {
  const valueOf = (name: string): string => sent.form.find((pair) => pair[0] === name)?.[1] ?? '';
  const algorithm = Object.hasOwn(METHODS, valueOf('oauth_signature_method')) ? METHODS[valueOf('oauth_signature_method')] : undefined;
  if (algorithm === undefined) return false;
  const signature = Buffer.from(valueOf('oauth_signature'), 'base64');
  const more = sent.query.filter(([name, value]) => !sent.form.some((pair) => pair[0] === name && pair[1] === value));
  return [more, sent.query].some((query) => {
    const right = hmac(algorithm, secret, baseOf(url, [...query, ...sent.form]));
    return right.length === signature.length && timingSafeEqual(right, signature);
  });
}
