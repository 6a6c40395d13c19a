/** A software passkey with its public key and its signatures. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export function makePasskey(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16).toString('base64url');
  // The public key in COSE format: a map with key type 2, algorithm -7, curve 1 and both coordinates.
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x!, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y!, 'base64url'),
  ]);
  const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
  let counter = 0;
  const answer = (challenge: string) => {
    const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }));
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    const authData = Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([0x05]), count]);
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey);
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    };
  };
  return { credential_id: id, public_key: cose.toString('base64url'), answer };
}
