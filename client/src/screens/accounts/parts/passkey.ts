/** Browser API for passkeys, loaded on demand. */

type Json = Record<string, unknown>;

/** Asks for a passkey. Throws if the user declines or has no passkey on this device. */
export async function readPasskey(options: Json): Promise<Json> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return (await startAuthentication({ optionsJSON: options as never })) as unknown as Json;
}

/** Creates a passkey. Throws if the user declines. */
export async function makePasskey(options: Json): Promise<Json> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return (await startRegistration({ optionsJSON: options as never })) as unknown as Json;
}

/** Returns whether the browser supports passkeys. */
export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in window;
