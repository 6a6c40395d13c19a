/** The browser's side of passkeys; loaded when somebody uses one. */

type Json = Record<string, unknown>;

/** Asks the person for their passkey. Throws when they refuse, or have none here. */
export async function readPasskey(options: Json): Promise<Json> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return (await startAuthentication({ optionsJSON: options as never })) as unknown as Json;
}

/** Lets the person make a passkey. Throws when they refuse. */
export async function makePasskey(options: Json): Promise<Json> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return (await startRegistration({ optionsJSON: options as never })) as unknown as Json;
}

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in window;
