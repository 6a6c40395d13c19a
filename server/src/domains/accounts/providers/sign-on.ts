/**
 * Identity providers in the administration (docs/behaviour/accounts.md#sign-on-in-the-administration). Only the operator configures trust, and only
 * in files.
 */
import type { Input, Reply } from '@fundus/contract/endpoint';
import type { ReadMetadata, SignOnPortal, signOn } from '@fundus/contract/accounts/sign-on';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import { XmlProblem } from '@fundus/importer/xml/xml-problem';
import { recordAudit } from '../../../http/audit.ts';
import type { Services, UserCtx } from '../../../http/context.ts';
import { originOf } from '../../../http/origin.ts';
import { countAttempt, limitKey, type LimitRule } from '../../../limits/limits.ts';
import { OperatorError } from '../../../operator-error.ts';
import { RemoteError } from '../../../remote/remote.ts';
import { describeCertificate } from '../../../saml/certificates.ts';
import { readMetadata, UnnamedEntity, type ReadMetadata as Metadata } from '../../../saml/read-metadata.ts';
import type { SamlClient } from '../../../saml/saml.ts';
import { listPolicyLists } from '../../licences/index.ts';
import { findListProviders } from '../people-lists/follow-lists.ts';
import { listPaused, listPeopleListStates, lockPaused, setPaused } from '../people-lists/lists-repository.ts';

type SignOn = Reply<typeof signOn.list>;

/** Limits metadata requests, so that the portal cannot be used to probe network addresses. */
const READINGS: LimitRule = { most: 30, withinMinutes: 10, grows: false };
const PATIENCE = 10_000;

export const isSaml = (client: Services['oidc'][number]): client is SamlClient => 'readAnswer' in client;

/** Returns the district of an administrator. Throws `forbidden` if there is none. */
function districtOf({ user }: UserCtx): string {
  if (user.district_id === null) throw new AppError('forbidden');
  return user.district_id;
}

function addressesOf(ctx: UserCtx, client: Services['oidc'][number]): SignOnPortal['addresses'] {
  const origin = originOf(ctx);
  if (!isSaml(client))
    return [
      { what: 'redirect', value: `${origin}/api/v1/auth/oidc/callback` },
      { what: 'logout', value: `${origin}/api/v1/auth/oidc/backchannel-logout` },
      { what: 'returns', value: `${origin}/login` },
      { what: 'begins', value: `${origin}/login?iss=${encodeURIComponent(client.settings.issuer)}` },
    ];
  const base = `${origin}/api/v1/auth/saml/${client.settings.id}`;
  return [
    { what: 'metadata', value: `${base}/metadata` },
    { what: 'entity', value: `${base}/metadata` },
    { what: 'acs', value: `${base}/acs` },
    { what: 'slo', value: `${base}/slo` },
    { what: 'begins', value: `${origin}/login?iss=${encodeURIComponent(client.settings.issuer)}` },
  ];
}

type PolicyRow = Awaited<ReturnType<typeof listPolicyLists>>[number];

const presentPolicies = (row: PolicyRow | undefined): SignOnPortal['licences'] => ({
  asked_at: row?.asked_at.toISOString() ?? null,
  read_at: row?.read_at?.toISOString() ?? null,
  ...{ error: row?.error ?? null, created: row?.created ?? 0, here: row?.here ?? 0, left_out: row?.left_out ?? 0 },
});

/** Returns the identity providers with the paused schools of the user's district. */
export async function readSignOn(ctx: UserCtx<'oidc'>): Promise<SignOn> {
  const lists = new Map((await listPeopleListStates(ctx.db)).map((row) => [row.provider, row]));
  const paused = await listPaused(ctx.db, { districtId: districtOf(ctx) });
  const read = new Map((await listPolicyLists(ctx.db)).map((each) => [each.provider, each]));
  const listers = findListProviders(ctx).map(({ client }) => client.settings.id);
  return {
    items: ctx.oidc.map((client): SignOnPortal => {
      const { id, name, issuer } = client.settings;
      const row = lists.get(id);
      const saml = isSaml(client) ? client.settings : null;
      const policies = !isSaml(client) && client.settings.policies ? (read.get(id) ?? 'never') : null;
      return {
        ...{ id, name, issuer, kind: saml ? 'saml' : 'oidc', addresses: addressesOf(ctx, client) },
        theirs: (saml?.certificates ?? []).map((each) => describeCertificate(each, ctx.now)),
        ours: saml?.certificate === undefined ? null : describeCertificate(saml.certificate, ctx.now),
        people_list: listers.includes(id)
          ? {
              asked_at: row?.asked_at.toISOString() ?? null,
              read_at: row?.read_at?.toISOString() ?? null,
              error: row?.error ?? null,
              ...{ known: row?.known ?? 0, left: row?.left_school ?? 0, ended: row?.ended ?? 0 },
              paused: paused
                .filter(({ provider }) => provider === id)
                .map(({ school_id, school, state, known, missing, since }) => ({
                  ...{ school_id, school, state, known, missing, since: since.toISOString() },
                })),
            }
          : null,
        licences: policies && presentPolicies(policies === 'never' ? undefined : policies),
      };
    }),
  };
}

type Decision = Input<typeof signOn.decide>;

/**
 * Stores the decision on a paused school. Throws `not_found` if the school is not paused or belongs to another district, and `version_conflict` if
 * the number of missing people has changed.
 */
export async function decidePaused(ctx: UserCtx<'oidc'>, { params: { provider, school_id }, body }: Decision): Promise<SignOn> {
  const row = await lockPaused(ctx.db, provider, school_id, districtOf(ctx));
  if (!row) throw notFound('school_id');
  if (row.missing !== body.missing) throw new AppError('version_conflict', { field: 'missing' });
  await setPaused(ctx.db, provider, school_id, body.decision, ctx.now);
  const { known, missing } = row;
  const portal = ctx.oidc.find(({ settings }) => settings.id === provider)?.settings.name ?? provider;
  await recordAudit(ctx, `signOn.${body.decision}`, null, { provider: portal, known, missing }, { school: school_id });
  return readSignOn(ctx);
}

/**
 * Compares metadata with the configuration of the providers. Throws `validation_failed` for invalid metadata, with the reason in `details.reason`.
 * Must not be called inside a transaction.
 */
export async function compareMetadata(
  ctx: UserCtx<'oidc' | 'remote'>,
  { source, entity }: Input<typeof signOn.readMetadata>['body'],
): Promise<ReadMetadata> {
  await countAttempt(ctx.db, limitKey(ctx.secret, 'saml-metadata', ctx.user.id), ctx.now, READINGS);
  const xml = /^https?:\/\//i.test(source) ? await fetchMetadata(ctx, source) : source;
  const { entry, name, validUntil } = parseMetadata(xml, ctx.now, entity);
  const here = ctx.oidc.filter(isSaml).find(({ settings }) => settings.issuer === entry.issuer)?.settings;
  const configured = (here?.certificates ?? []).map((each) => describeCertificate(each, ctx.now));
  const certificates = entry.certificates.map((each) => describeCertificate(each, ctx.now));
  const isIn = (all: readonly { fingerprint: string }[], one: { fingerprint: string }): boolean =>
    all.some(({ fingerprint }) => fingerprint === one.fingerprint);
  return {
    ...{ issuer: entry.issuer, name, sso_url: entry.sso_url, slo_url: entry.slo_url ?? null, valid_until: validUntil ?? null },
    certificates: certificates.map((each) => ({ ...each, configured: isIn(configured, each) })),
    configured_as: here?.id ?? null,
    withdrawn: configured.filter((each) => !isIn(certificates, each)),
    entry: JSON.stringify({ id: here?.id ?? '', name: here?.name ?? name, ...entry, logout: entry.slo_url !== undefined }, null, 2),
  };
}

async function fetchMetadata({ remote }: Pick<Services, 'remote'>, url: string): Promise<string> {
  try {
    return (await remote({ url, enteredBy: 'administrator', signal: AbortSignal.timeout(PATIENCE) })).bytes.toString('utf8');
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    throw invalid('source', 'fetched', { reason: error.message });
  }
}

function parseMetadata(xml: string, now: Date, entity: string): Metadata {
  try {
    return readMetadata(xml, now, entity === '' ? undefined : entity);
  } catch (error) {
    if (error instanceof UnnamedEntity) throw invalid('entity', 'required', { reason: error.message });
    if (error instanceof OperatorError || error instanceof XmlProblem) throw invalid('source', 'metadata', { reason: error.message });
    throw error;
  }
}
