/** SAML 2.0 identity providers as the operator configures them in the `SAML_CONFIG` file (docs/behaviour/accounts.md#identity-providers). */
import { z } from 'zod';
import { ProviderFields } from './oidc-settings.ts';

const { id, name, claims, roles, school_prefix, logout } = ProviderFields.shape;
const address = z.url({ protocol: /^https?$/ });

/** Certificate in PEM format, or plain Base64 as in SAML metadata. */
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
    /** URL for single sign-on (HTTP-Redirect binding). */
    sso_url: address,
    /** URL for single logout (HTTP-Redirect binding). */
    slo_url: address.optional(),
    /** Signing certificates of the provider. There is more than one during a certificate rollover. */
    certificates: z.array(Certificate).min(1).max(5),
    /** Private key that signs the portal's requests. Requires `certificate`. */
    private_key: z.string().optional(),
    certificate: Certificate.optional(),
    logout,
    /** Names of the attributes, with the same fields as for OpenID Connect. */
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
