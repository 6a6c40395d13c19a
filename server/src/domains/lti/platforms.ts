/** Learning platforms of a district, for its administrators (docs/behaviour/lti.md#platforms). */
import { randomBytes } from 'node:crypto';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid, invalidFields, notFound } from '@fundus/contract/errors';
import { LTI_FORM_PATH, LTI_PATH, REGISTRATION_HOURS, type PlatformService, type PlatformState } from '@fundus/contract/lti/lti';
import type { ltiPlatforms, Platform, ToolValues } from '@fundus/contract/lti/platforms';
import { isSchoolOpen } from '@fundus/contract/schools/rules';
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import type { Services, UserCtx } from '../../http/context.ts';
import { originOf } from '../../http/origin.ts';
import { seal } from '../../secrets/sealed.ts';
import { findPlatformProblems } from './grade-repository.ts';
import { hashSecret } from './hash-of.ts';
import { PLATFORM_SECRET } from './launch-form.ts';
import {
  deletePlatform,
  deleteRegistration,
  findPlatform,
  findSchoolOfDistrict,
  hasPlatform,
  insertDeployment,
  insertPlatform,
  insertRegistration,
  listPlatforms,
  listRegistrations,
  lockPlatform,
  setSchool,
  updatePlatform,
  type PlatformRow,
} from './platform-repository.ts';
import { endVisitsOf } from './repository.ts';

type Calls = typeof ltiPlatforms;

export const toolValues = (origin: string, { Lti11 = false } = {}): ToolValues => ({
  tool_url: `${origin}${LTI_PATH}`,
  login_url: `${origin}/lti/login`,
  redirect_url: `${origin}/lti/launch`,
  jwks_url: `${origin}/lti/jwks.json`,
  content_url: `${origin}${LTI_PATH}`,
  icon_url: `${origin}/favicon.svg`,
  config_url: `${origin}/lti/config.json`,
  form_url: Lti11 ? `${origin}${LTI_FORM_PATH}` : null,
});

const NO_TROUBLE = { waiting: 0, refused: 0, rosters: 0, problem: '' };

/** Compares deployments in numeric order, with 2 before 10. */
const byDeployment = (a: { deployment: string }, b: { deployment: string }): number =>
  a.deployment.localeCompare(b.deployment, 'de', { numeric: true });

const present = (row: PlatformRow, trouble = NO_TROUBLE): Platform => ({
  id: row.id,
  name: row.name,
  product: row.product,
  lti: row.lti,
  state: row.state,
  issuer: row.issuer,
  client_id: row.client_id,
  auth_url: row.auth_url,
  token_url: row.token_url,
  jwks_url: row.jwks_url,
  origins: row.origins,
  services: row.services as PlatformService[],
  trouble,
  dynamic: row.dynamic,
  last_visit_on: row.last_visit_on,
  deployments: row.deployments.toSorted(byDeployment).map(({ id, deployment, first_seen_at, school_id, school_name }) => ({
    ...{ id, deployment, first_seen_at: new Date(first_seen_at).toISOString() },
    state: school_id === null ? 'pending' : 'active',
    school: school_id === null ? null : { id: school_id, name: school_name ?? '' },
  })),
  version: row.version,
});

/** Returns the district of the administrator. Throws `forbidden`. */
function districtOf({ user }: UserCtx): string {
  if (user.district_id === null) throw new AppError('forbidden');
  return user.district_id;
}

async function requireSchool(ctx: UserCtx, id: string): Promise<{ id: string; name: string }> {
  const school = await findSchoolOfDistrict(ctx.db, id, districtOf(ctx));
  if (!school || !isSchoolOpen(school.state)) throw invalid('school_id', 'unknown');
  return school;
}

export async function lockOwnPlatform(ctx: UserCtx, id: string): Promise<PlatformRow> {
  const row = await lockPlatform(ctx.db, id);
  if (!row || row.district_id !== districtOf(ctx)) throw notFound();
  return row;
}

export const readPlatform = async (ctx: UserCtx, id: string): Promise<Platform> =>
  present((await findPlatform(ctx.db, id))!, (await findPlatformProblems(ctx.db, [id])).get(id));
const audit = (ctx: UserCtx, what: string, before: object | null, after: object | null, school: string | null = null): Promise<void> =>
  recordAudit(ctx, `lti.${what}`, before, after, { school, district: districtOf(ctx) });

export async function readPlatforms(ctx: UserCtx): Promise<Reply<Calls['platforms']>> {
  const district = districtOf(ctx);
  const [rows, registrations] = await Promise.all([listPlatforms(ctx.db, district), listRegistrations(ctx.db, district, ctx.now)]);
  const trouble = await findPlatformProblems(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return {
    platforms: rows.map((row) => present(row, trouble.get(row.id))),
    registrations: registrations.map(({ id, expires_at, school_id, school_name }) => ({
      ...{ id, school: { id: school_id, name: school_name }, expires_at: expires_at.toISOString() },
    })),
    values: toolValues(originOf(ctx), ctx.config),
  };
}

/** Returns the distinct origins of the addresses. */
export const originsOf = (...addresses: string[]): string[] =>
  [...new Set(addresses.filter((each) => URL.canParse(each)).map((each) => new URL(each).origin))].filter((origin) => origin !== 'null');

const ADDRESSES = ['auth_url', 'token_url', 'jwks_url'] as const;
type Addresses = Partial<Record<(typeof ADDRESSES)[number], string | undefined>>;

/** Returns the fields with an unencrypted address. Hosts in `INTRANET_HOSTS` may have one. */
export const openAddresses = ({ intranetHosts }: Pick<Services, 'intranetHosts'>, addresses: Addresses) =>
  ADDRESSES.filter((field) => {
    const url = addresses[field];
    return (
      url && new URL(url).protocol !== 'https:' && ![new URL(url).host, new URL(url).hostname].some((host) => intranetHosts.includes(host))
    );
  });

function checkAddresses(ctx: UserCtx<'intranetHosts'>, addresses: Addresses): void {
  const open = openAddresses(ctx, addresses);
  if (open.length > 0) throw invalidFields(open.map((field) => ({ field, rule: 'https' })));
}

export async function addPlatform(ctx: UserCtx<'intranetHosts'>, { body }: Input<Calls['addPlatform']>): Promise<Platform> {
  const { deployment, school_id, ...fields } = body;
  checkAddresses(ctx, fields);
  await requireSchool(ctx, school_id);
  const id = newId(ctx.now);
  const about = { id, district_id: districtOf(ctx), origins: originsOf(fields.issuer, fields.auth_url) };
  if (!(await insertPlatform(ctx.db, { ...fields, ...about, created_by: ctx.user.id, created_at: ctx.now })))
    throw new AppError('already_exists', { field: 'client_id' });
  await insertDeployment(ctx.db, { id: newId(ctx.now), platform_id: id, deployment, school_id, first_seen_at: ctx.now });
  await audit(ctx, 'add', null, { issuer: fields.issuer, client_id: fields.client_id }, school_id);
  return readPlatform(ctx, id);
}

/** Adds an LTI 1.1 platform with a new key and a new secret for one school. */
export async function addKey(ctx: UserCtx, { body }: Input<Calls['addKey']>): Promise<Reply<Calls['addKey']>> {
  const school = await requireSchool(ctx, body.school_id);
  const [id, key, secret] = [newId(ctx.now), `fundus-${randomBytes(9).toString('base64url')}`, randomBytes(32).toString('base64url')];
  await insertPlatform(ctx.db, {
    ...{ id, district_id: districtOf(ctx), name: body.name, lti: '1.1', issuer: '', client_id: key, auth_url: '', jwks_url: '' },
    ...{ origins: originsOf(...body.origins), secret_sealed: seal(ctx.secret, PLATFORM_SECRET, secret) },
    ...{ created_by: ctx.user.id, created_at: ctx.now },
  });
  await insertDeployment(ctx.db, { id: newId(ctx.now), platform_id: id, deployment: '', school_id: school.id, first_seen_at: ctx.now });
  await audit(ctx, 'add', null, { client_id: key }, school.id);
  return { platform: await readPlatform(ctx, id), secret };
}

/** Fields of an LTI 1.1 platform that can be changed. */
const BY_KEY = ['name', 'origins', 'state'];

export async function changePlatform(ctx: UserCtx<'intranetHosts'>, { params, body }: Input<Calls['changePlatform']>): Promise<Platform> {
  const row = await lockOwnPlatform(ctx, params.id);
  const { version, origins, ...fields } = body;
  if (row.version !== version) throw new AppError('version_conflict', { field: 'version', details: { current: present(row) } });
  const foreign = row.lti === '1.1' && Object.keys({ ...fields, ...(origins && { origins }) }).find((field) => !BY_KEY.includes(field));
  if (foreign) throw invalid(foreign, 'lti11');
  checkAddresses(ctx, fields);
  const names = { issuer: fields.issuer ?? row.issuer, client_id: fields.client_id ?? row.client_id };
  if (await hasPlatform(ctx.db, names, row.id)) throw new AppError('already_exists', { field: 'client_id' });
  await updatePlatform(ctx.db, row.id, { ...fields, ...(origins && { origins: originsOf(...origins) }) });
  // After a change, users must launch again.
  await endVisitsOf(ctx.db, row.id);
  const state: { state: PlatformState } = { state: row.state };
  await audit(ctx, 'change', { ...state, issuer: row.issuer }, { state: fields.state ?? row.state, issuer: names.issuer });
  return readPlatform(ctx, row.id);
}

export async function removePlatform(ctx: UserCtx, { params }: Input<Calls['removePlatform']>): Promise<{ ok: true }> {
  const row = await lockOwnPlatform(ctx, params.id);
  await deletePlatform(ctx.db, row.id);
  await audit(ctx, 'remove', { issuer: row.issuer, client_id: row.client_id }, null);
  return { ok: true };
}

export async function setDeployment(ctx: UserCtx, { params, body }: Input<Calls['setDeployment']>): Promise<Platform> {
  const row = await lockOwnPlatform(ctx, params.id);
  if (body.school_id !== null) await requireSchool(ctx, body.school_id);
  const change = { id: params.deploymentId, platform_id: row.id, school_id: body.school_id };
  if (!(await setSchool(ctx.db, change))) throw notFound('deploymentId');
  await audit(ctx, 'deployment', null, { school: body.school_id }, body.school_id);
  return readPlatform(ctx, row.id);
}

export async function invitePlatform(ctx: UserCtx, { body }: Input<Calls['invitePlatform']>): Promise<Reply<Calls['invitePlatform']>> {
  const school = await requireSchool(ctx, body.school_id);
  const token = randomBytes(24).toString('base64url');
  const expires_at = new Date(ctx.now.getTime() + REGISTRATION_HOURS * 3_600_000);
  const about = { district_id: districtOf(ctx), school_id: school.id, token_hash: hashSecret(token), services: body.services };
  await insertRegistration(ctx.db, { id: newId(ctx.now), ...about, created_by: ctx.user.id, expires_at });
  await audit(ctx, 'invite', null, { school: school.id }, school.id);
  return { url: `${originOf(ctx)}/lti/register?invitation=${token}`, expires_at: expires_at.toISOString() };
}

export async function removeRegistration(ctx: UserCtx, { params }: Input<Calls['removeRegistration']>): Promise<{ ok: true }> {
  if (!(await deleteRegistration(ctx.db, params.id, districtOf(ctx)))) throw notFound();
  return { ok: true };
}
