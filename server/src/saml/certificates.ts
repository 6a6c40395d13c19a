/** Certificates of SAML: which they are, and when they end. */
import { createHash, X509Certificate } from 'node:crypto';
import { DAY } from '@fundus/contract/days';
import { CERTIFICATE_DAYS, type Certificate } from '@fundus/contract/accounts/sign-on';

const bytesOf = (text: string): Buffer => Buffer.from(text.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, ''), 'base64');

/** SHA-256, as providers publish it. `text`: PEM, or the bare letters as metadata have them. */
export const fingerprintOf = (text: string): string =>
  createHash('sha256')
    .update(bytesOf(text))
    .digest('hex')
    .toUpperCase()
    .replace(/(..)(?=.)/g, '$1:');

/** A bare key is no certificate: it never ends. */
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
