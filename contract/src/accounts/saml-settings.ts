/** SAML 2.0 identity providers, as the operator describes them in the `SAML_CONFIG` file (docs/behaviour/accounts.md#identity-providers). */
import { z } from 'zod';
import { ProviderFields } from './oidc-settings.ts';

const { id, name, claims, roles, school_prefix, logout } = ProviderFields.shape;
const address = z.url({ protocol: /^https?$/ });

/** PEM, or bare Base64 as in metadata. */
const Certificate = z
  .string()
  .trim()
  .regex(/^(-----BEGIN (CERTIFICATE|PUBLIC KEY)-----[\sA-Za-z0-9+/=]+-----END (CERTIFICATE|PUBLIC KEY)-----|[\sA-Za-z0-9+/=]+)$/)
  .max(20_000);

export const SamlProvider = z
  .strictObject({
    id,
    name,
    /** The provider's `entityID`. */
    issuer: z.string().min(1).max(1_024),
    /** Single sign-on address (HTTP-Redirect). */
    sso_url: address,
    /** Single logout address (HTTP-Redirect). */
    slo_url: address.optional(),
    /** Signing certificates of the provider; several during a change. */
    certificates: z.array(Certificate).min(1).max(5),
    /** Key that signs our requests; with its certificate, or neither. */
    private_key: z.string().optional(),
    certificate: Certificate.optional(),
    logout,
    /** Names of the attributes, as for OpenID Connect. */
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
