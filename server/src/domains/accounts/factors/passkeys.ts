/** Passkeys (WebAuthn) as second factor. */
import type { User } from '@fundus/contract/accounts/accounts';
import { AppError, invalid } from '@fundus/contract/errors';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { newId } from '../../../db/new-id.ts';
import type { Ctx } from '../../../http/context.ts';
import { listFactors, updatePendingSignIn, usePasskey } from './factor-repository.ts';
import { forgetGuesses } from './factor-guesses.ts';
import { storeFactor } from './store-factor.ts';
import { finishPendingSignIn, readPendingSignIn } from '../sign-in/pending-sign-in.ts';

/** Loads the library on first use, because loading it takes a tenth of the start time and few people have passkeys. */
const loadWebAuthn = () => import('@simplewebauthn/server');

type Transports = NonNullable<RegistrationResponseJSON['response']['transports']>;

/** Returns the origin of the portal, which is that of `PUBLIC_URL` or otherwise of the request. */
function originOf(ctx: Ctx): { origin: string; rpID: string } {
  const origin = ctx.publicUrl ? new URL(ctx.publicUrl).origin : `http://${ctx.header('host') ?? 'localhost'}`;
  return { origin, rpID: new URL(origin).hostname };
}

export async function makePasskeyOptions(ctx: Ctx, person: { id: string; label: string; name: string }, rpName: string) {
  const known = (await listFactors(ctx.db, person.id)).flatMap(({ credential_id }) => credential_id ?? []);
  const { generateRegistrationOptions } = await loadWebAuthn();
  return generateRegistrationOptions({
    rpName,
    rpID: originOf(ctx).rpID,
    userID: Buffer.from(person.id.replaceAll('-', ''), 'hex'),
    userName: person.label,
    userDisplayName: person.name,
    attestationType: 'none',
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

export async function addPasskey(ctx: Ctx<'oidc'>, { token, response, name }: { token: string; response: object; name: string }) {
  const step = await readPendingSignIn(ctx, token);
  if (!step.challenge) throw new AppError('state_conflict');
  const { origin, rpID } = originOf(ctx);
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const done = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: step.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
  }).catch(() => null);
  if (!done?.verified) throw invalid('response', 'wrong');
  const { credential } = done.registrationInfo;
  return storeFactor(ctx, step, {
    id: newId(ctx.now),
    person_id: step.person_id,
    kind: 'passkey',
    name,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
  });
}

export async function createPasskeyChallenge(ctx: Ctx, token: string): Promise<{ options: Record<string, unknown> }> {
  const step = await readPendingSignIn(ctx, token);
  const options = await requestPasskey(ctx, step.person_id);
  await updatePendingSignIn(ctx.db, step.hash, { challenge: options.challenge });
  return { options: options as unknown as Record<string, unknown> };
}

/** Returns a challenge for the person's passkeys. Throws `not_available` if the person has no passkey. */
export async function requestPasskey(ctx: Ctx, personId: string) {
  const factors = (await listFactors(ctx.db, personId)).filter(({ kind }) => kind === 'passkey');
  if (factors.length === 0) throw new AppError('not_available');
  const { generateAuthenticationOptions } = await loadWebAuthn();
  return generateAuthenticationOptions({
    rpID: originOf(ctx).rpID,
    allowCredentials: factors.map(({ credential_id, transports }) => ({ id: credential_id!, transports: transports as Transports })),
    userVerification: 'preferred',
  });
}

/** Completes a sign-in by passkey. The caller must have counted the guess. */
export async function verifyPasskey(ctx: Ctx<'oidc'>, token: string, response: object): Promise<User> {
  const step = await readPendingSignIn(ctx, token);
  await requirePasskey(ctx, step, response);
  const user = await finishPendingSignIn(ctx, step);
  if (!user) throw new AppError('state_conflict');
  return user;
}

/**
 * Verifies that one of the person's passkeys signed the challenge. The caller must have counted the guess. Throws `validation_failed` for the field
 * `response`.
 */
export async function requirePasskey(
  ctx: Ctx,
  { person_id, challenge }: { person_id: string; challenge: string | null },
  response: object,
): Promise<void> {
  const given = response as AuthenticationResponseJSON;
  const factor = (await listFactors(ctx.db, person_id)).find(({ credential_id }) => credential_id !== null && credential_id === given.id);
  const { origin, rpID } = originOf(ctx);
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const done =
    factor && challenge
      ? await verifyAuthenticationResponse({
          response: given,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpID,
          requireUserVerification: false,
          credential: {
            id: factor.credential_id!,
            publicKey: new Uint8Array(Buffer.from(factor.public_key!, 'base64url')),
            counter: factor.counter,
            transports: factor.transports as Transports,
          },
        }).catch(() => null)
      : null;
  if (!factor || !done?.verified) throw invalid('response', 'wrong');
  await forgetGuesses(ctx, person_id);
  await usePasskey(ctx.db, factor.id, done.authenticationInfo.newCounter, ctx.now);
}
