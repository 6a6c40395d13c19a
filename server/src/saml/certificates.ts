/** Fingerprints and expiry dates of the certificates of SAML providers. */
import { createHash, X509Certificate } from 'node:crypto';
import { DAY } from '@fundus/contract/days';
import { CERTIFICATE_DAYS, type Certificate } from '@fundus/contract/accounts/sign-on';

const bytesOf = (text: string): Buffer => Buffer.from(text.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, ''), 'base64');

/** Returns the SHA-256 fingerprint in the notation that providers publish. `text` is a PEM certificate or its bare Base64, as in metadata. */
export const fingerprintOf = (text: string): string =>
  createHash('sha256')
    .update(bytesOf(text))
    .digest('hex')
    .toUpperCase()
    .replace(/(..)(?=.)/g, '$1:');

/** Returns the expiry date, or `null` for a bare public key, which does not expire. */
function endOf(bytes: Buffer): Date | null {
  try {
    return new X509Certificate(bytes).validToDate;
  } catch {
    return null;
  }
}

export function describeCertificate(text: string, now: Date): Certificate {
  const ends = endOf(bytesOf(text));
  const left = ends === null ? Infinity : ends.getTime() - now.getTime();
  return {
    fingerprint: fingerprintOf(text),
    ends_at: ends?.toISOString() ?? null,
    state: left <= 0 ? 'ended' : left <= CERTIFICATE_DAYS[0] * DAY ? 'ending' : 'good',
  };
}
