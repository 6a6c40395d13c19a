/** Keys for signing messages to platforms. They use RS256, which all platforms support. */
import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair, importPKCS8, SignJWT, type JWK, type JWTPayload } from 'jose';
import { requireNoTransaction } from '../in-transaction.ts';

const ALG = 'RS256';

export type NewKey = { kid: string; pem: string; jwk: JWK };

/** Generates an RSA key. Throws inside a transaction, because it is slow. */
export async function makeKey(): Promise<NewKey> {
  requireNoTransaction('making a key');
  const { publicKey, privateKey } = await generateKeyPair(ALG, { modulusLength: 2_048, extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { kid, pem: await exportPKCS8(privateKey), jwk: { ...jwk, kid, alg: ALG, use: 'sig' } };
}

export async function signToken({ kid, pem }: Pick<NewKey, 'kid' | 'pem'>, payload: JWTPayload): Promise<string> {
  return new SignJWT(payload).setProtectedHeader({ alg: ALG, typ: 'JWT', kid }).sign(await importPKCS8(pem, ALG));
}
