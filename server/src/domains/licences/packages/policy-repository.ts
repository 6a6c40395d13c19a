import type { Insertable } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';

const MAX_SCHOOLS = 100_000;
const MAX_LISTS = 500;

export const listNumberedSchools = (db: Db) =>
  db
    .selectFrom('school')
    .select(['school.id', 'school.number', 'school.district_id'])
    .where('school.number', '<>', '')
    .where('school.state', 'in', ['active', 'closing'])
    .limit(MAX_SCHOOLS)
    .execute();

export const listPolicyLists = (db: Db) =>
  db
    .selectFrom('policy_list')
    .select(['policy_list.provider', 'policy_list.asked_at', 'policy_list.read_at', 'policy_list.error'])
    .select(['policy_list.created', 'policy_list.here', 'policy_list.left_out'])
    .limit(MAX_LISTS)
    .execute();

export const savePolicyList = (db: Db, provider: string, values: Omit<Insertable<Tables['policy_list']>, 'provider'>): Promise<unknown> =>
  db
    .insertInto('policy_list')
    .values({ provider, ...values })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(values))
    .execute();
