/** Queries for learning platforms, deployments and registration links. */
import { sql, type Insertable, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/tables.ts';

const selectPlatforms = (db: Db) =>
  db
    .selectFrom('lti_platform')
    .selectAll('lti_platform')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('lti_deployment as d')
          .leftJoin('school', 'school.id', 'd.school_id')
          .select(['d.id', 'd.deployment', 'd.first_seen_at', 'school.id as school_id', 'school.name as school_name'])
          .whereRef('d.platform_id', '=', 'lti_platform.id')
          .orderBy('d.id'),
      ).as('deployments'),
    );

export type PlatformRow = Awaited<ReturnType<ReturnType<typeof selectPlatforms>['executeTakeFirstOrThrow']>>;

export const listPlatforms = (db: Db, district: string): Promise<PlatformRow[]> =>
  selectPlatforms(db).where('district_id', '=', district).orderBy('name').orderBy('id').execute();

export const findPlatform = (db: Db, id: string): Promise<PlatformRow | undefined> =>
  selectPlatforms(db).where('lti_platform.id', '=', id).executeTakeFirst();

/** Locks a platform until commit and returns it. */
export const lockPlatform = async (db: Db, id: string): Promise<PlatformRow | undefined> => {
  await db.selectFrom('lti_platform').select('id').where('id', '=', id).forUpdate().execute();
  return findPlatform(db, id);
};

/** Returns the LTI 1.1 platform with this key, with its encrypted secret. */
export const findByKey = (db: Db, key: string) =>
  db.selectFrom('lti_platform').select(['id', 'secret_sealed']).where('lti', '=', '1.1').where('client_id', '=', key).executeTakeFirst();

/** Returns the platforms of an issuer, at most two. With `client_id`, at most one matches. */
export const findByIssuer = (db: Db, issuer: string, client_id: string | undefined) =>
  db
    .selectFrom('lti_platform')
    .select(['id', 'state', 'auth_url', 'client_id'])
    .where('lti', '=', '1.3')
    .where('issuer', '=', issuer)
    .$if(client_id !== undefined, (rows) => rows.where('client_id', '=', client_id!))
    .limit(2)
    .execute();

export async function hasPlatform(db: Db, { issuer, client_id }: { issuer: string; client_id: string }, but?: string): Promise<boolean> {
  const row = await db
    .selectFrom('lti_platform')
    .select('id')
    .where('issuer', '=', issuer)
    .where('client_id', '=', client_id)
    .$if(but !== undefined, (rows) => rows.where('id', '<>', but!))
    .executeTakeFirst();
  return row !== undefined;
}

/** Inserts a platform. Returns false if a platform with this issuer and client id exists, even if it was added concurrently. */
export async function insertPlatform(db: Db, row: Insertable<Tables['lti_platform']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('lti_platform')
    .values(row)
    .onConflict((conflict) => conflict.columns(['issuer', 'client_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export const updatePlatform = (db: Db, id: string, row: Updateable<Tables['lti_platform']>): Promise<unknown> =>
  db
    .updateTable('lti_platform')
    .set({ ...row, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();

export const noteVisit = (db: Db, id: string, on: string, product: string): Promise<unknown> =>
  db
    .updateTable('lti_platform')
    .set({ last_visit_on: on, ...(product && { product }) })
    .where('id', '=', id)
    .where((eb) => eb('last_visit_on', 'is distinct from', on))
    .execute();

export const deletePlatform = (db: Db, id: string): Promise<unknown> => db.deleteFrom('lti_platform').where('id', '=', id).execute();

export const findDeployment = (db: Db, platform_id: string, deployment: string) =>
  db
    .selectFrom('lti_deployment')
    .leftJoin('school', 'school.id', 'lti_deployment.school_id')
    .select(['lti_deployment.id', 'lti_deployment.school_id', 'school.state as school_state'])
    .where('platform_id', '=', platform_id)
    .where('deployment', '=', deployment)
    .executeTakeFirst();

export async function countDeployments(db: Db, platform_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('lti_deployment')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('platform_id', '=', platform_id)
    .executeTakeFirstOrThrow();
  return count;
}

export const insertDeployment = (db: Db, row: Insertable<Tables['lti_deployment']>): Promise<unknown> =>
  db
    .insertInto('lti_deployment')
    .values(row)
    .onConflict((conflict) => conflict.columns(['platform_id', 'deployment']).doNothing())
    .execute();

/** Assigns a deployment to a school. Returns false if the platform has no such deployment. */
export async function setSchool(
  db: Db,
  { id, platform_id, school_id }: { id: string; platform_id: string; school_id: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('lti_deployment')
    .set({ school_id })
    .where('id', '=', id)
    .where('platform_id', '=', platform_id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns a school if it belongs to the district. */
export const findSchoolOfDistrict = (db: Db, id: string, district_id: string) =>
  db.selectFrom('school').select(['id', 'name', 'state']).where('id', '=', id).where('district_id', '=', district_id).executeTakeFirst();

export const insertRegistration = (db: Db, row: Insertable<Tables['lti_registration']>): Promise<unknown> =>
  db.insertInto('lti_registration').values(row).execute();

export const listRegistrations = (db: Db, district_id: string, now: Date) =>
  db
    .selectFrom('lti_registration')
    .innerJoin('school', 'school.id', 'lti_registration.school_id')
    .select(['lti_registration.id', 'expires_at', 'school.id as school_id', 'school.name as school_name'])
    .where('lti_registration.district_id', '=', district_id)
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .execute();

export async function deleteRegistration(db: Db, id: string, district_id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('lti_registration')
    .where('id', '=', id)
    .where('district_id', '=', district_id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const findRegistration = (db: Db, token_hash: string, now: Date) =>
  db
    .selectFrom('lti_registration')
    .innerJoin('school', 'school.id', 'lti_registration.school_id')
    .select(['lti_registration.id', 'lti_registration.district_id', 'lti_registration.created_by', 'lti_registration.services'])
    .select(['school.id as school_id', 'school.name as school_name'])
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Removes a registration when it is used. Returns false if it was already used. */
export async function claimRegistration(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('lti_registration').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
