/** Self-registration of a platform with a link of an administrator, after a preview (docs/behaviour/lti.md#platforms). */
import type { PlatformService } from '@fundus/contract/lti/rules';
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import { LtiError } from '../../lti/lti-error.ts';
import { readOffer, registerAt, type OfferedPlatform } from '../../lti/registration.ts';
import { hashSecret } from './hash-of.ts';
import type { LtiContext, SentFields } from './login.ts';
import { findRegistration, insertDeployment, insertPlatform, claimRegistration } from './platform-repository.ts';
import { openAddresses, originsOf, toolValues } from './platforms.ts';

type Invitation = NonNullable<Awaited<ReturnType<typeof findRegistration>>>;
type Offer = { invitation: Invitation; platform: OfferedPlatform };

/** Returns true if the host of an address is one that only administrators may enter. */
const isIntranetHost = ({ intranetHosts }: Pick<LtiContext, 'intranetHosts'>, url: string): boolean =>
  URL.canParse(url) && [new URL(url).host, new URL(url).hostname].some((host) => intranetHosts.includes(host));

/** Returns the registration for the preview. Throws `LtiError`. */
export async function previewRegistration(portal: LtiContext, sent: SentFields): Promise<Offer> {
  const invitation = await findRegistration(portal.db, hashSecret(sent.get('invitation') ?? ''), portal.now());
  if (!invitation) throw new LtiError('link_used');
  const platform = await readOffer(portal.remote, sent.get('openid_configuration') ?? '');
  const { auth_url, token_url, jwks_url, registration_url } = platform;
  const inner = [auth_url, token_url, jwks_url, registration_url].find((url) => isIntranetHost(portal, url));
  if (inner !== undefined) throw new LtiError('bad_message', `${inner} is an address of the operator's network`);
  const [open] = openAddresses(portal, platform);
  if (open !== undefined) throw new LtiError('bad_message', `${open} is not https`);
  return { invitation, platform };
}

/** Registers the portal at the platform and the platform in the portal. After a failed attempt, the link can be used again. */
export async function registerPlatform(portal: LtiContext, sent: SentFields): Promise<Offer> {
  const { invitation, platform } = await previewRegistration(portal, sent);
  const tool = { ...toolValues(portal.origin), name: 'Fundus', description: 'Bildungsmedien suchen und in Kurse einbinden' };
  const services = invitation.services as PlatformService[];
  const { client_id, deployment } = await registerAt(portal.remote, platform, sent.get('registration_token') ?? '', tool, services);
  const now = portal.now();
  await portal.db.transaction().execute(async (db) => {
    if (!(await claimRegistration(db, invitation.id))) throw new LtiError('link_used');
    const { district_id, school_id, created_by } = invitation;
    const { issuer, auth_url, token_url, jwks_url, product } = platform;
    const id = newId(now);
    const about = { id, district_id, name: new URL(issuer).host, origins: originsOf(issuer, auth_url), dynamic: true, services };
    const added = await insertPlatform(db, {
      ...{ ...about, product, issuer, client_id, auth_url, token_url, jwks_url, created_by, created_at: now },
    });
    if (!added) throw new LtiError('platform_refused', 'registered already');
    // A deployment named in the registration belongs to the school of the link. Later deployments wait for an administrator.
    if (deployment !== null) await insertDeployment(db, { id: newId(now), platform_id: id, deployment, school_id, first_seen_at: now });
    await recordAudit({ db, user: null, now }, 'lti.register', null, { issuer, client_id }, { school: school_id, district: district_id });
  });
  return { invitation, platform };
}
