/** Portals people bring their account from by SAML 2.0: what the operator writes into the file `SAML_CONFIG` names (docs/behaviour/accounts.md#identity-providers). */
import { z } from 'zod';
import { ProviderFields } from './oidc-settings.ts';

const { id, name, claims, roles, school_prefix, logout } = ProviderFields.shape;
const address = z.url({ protocol: /^https?$/ });

/** In PEM, or the bare letters as metadata have them. */
const Certificate = z
  .string()
  .trim()
  .regex(/^(-----BEGIN (CERTIFICATE|PUBLIC KEY)-----[\sA-Za-z0-9+/=]+-----END (CERTIFICATE|PUBLIC KEY)-----|[\sA-Za-z0-9+/=]+)$/)
  .max(20_000);

export const SamlProvider = z
  .strictObject({
    id,
    name,
    /** Its `entityID`. */
    issuer: z.string().min(1).max(1_024),
    /** Where people are sent (HTTP-Redirect). */
    sso_url: address,
    /** Where it is told that somebody leaves, and answered (HTTP-Redirect). */
    slo_url: address.optional(),
    /** With which it signs: several while it changes them. */
    certificates: z.array(Certificate).min(1).max(5),
    /** With which we sign what we ask; both or none. */
    private_key: z.string().optional(),
    certificate: Certificate.optional(),
    logout,
    /** Which attribute says what, as with OpenID Connect. */
    claims,
    roles,
    school_prefix,
  })
  .refine((provider) => (provider.private_key === undefined) === (provider.certificate === undefined), {
    path: ['certificate'],
    message: 'private_key and certificate belong together',
  });
export type SamlProvider = z.output<typeof SamlProvider>;

export const SamlProviders = z.array(SamlProvider).superRefine((providers, check) => {
  for (const [i, provider] of providers.entries())
    if (providers.findIndex((other) => other.id === provider.id) !== i)
      check.addIssue({ code: 'custom', path: [i, 'id'], message: 'named twice' });
});
