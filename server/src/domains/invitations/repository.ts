/** SQL of invitations. */
import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/tables.ts';

const rows = (db: Db) =>
  db
    .selectFrom('invitation')
    .innerJoin('school', 'school.id', 'invitation.school_id')
    .selectAll('invitation')
    .select(['school.name as school_name', 'school.city as school_city', 'school.state as school_state', 'school.district_id'])
    .select([
      sql<boolean>`invitation.revoked_at is not null`.as('revoked'),
      sql<boolean>`invitation.declined_at is not null`.as('declined'),
      sql<boolean>`invitation.accepted_at is not null`.as('accepted'),
      sql<number>`(select count(*) from invitation_use
        where invitation_use.invitation_id = invitation.id and invitation_use.state = 'waiting')`.as('waiting'),
    ]);

export type InvitationRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

export const findInvitation = (db: Db, id: string) => rows(db).where('invitation.id', '=', id).executeTakeFirst();

/** Holds the row until the transaction ends: the last use is nobody's twice. */
export const lockInvitation = (db: Db, id: string) =>
  db.selectFrom('invitation').select('invitation.id').where('invitation.id', '=', id).forUpdate().executeTakeFirst();

export const insertInvitation = (db: Db, row: Insertable<Tables['invitation']>): Promise<unknown> =>
  db.insertInto('invitation').values(row).execute();

export const updateInvitation = (db: Db, id: string, change: Updateable<Tables['invitation']>): Promise<unknown> =>
  db.updateTable('invitation').set(change).where('invitation.id', '=', id).execute();

export const countUse = (db: Db, id: string, by: 1 | -1): Promise<unknown> =>
  db
    .updateTable('invitation')
    .set((eb) => ({ used_count: eb('invitation.used_count', '+', by) }))
    .where('invitation.id', '=', id)
    .execute();

type Asked = { schoolId: string; show: 'open' | 'ended' | 'all'; day: string };

const over = (
  day: string,
) => sql<boolean>`(invitation.revoked_at is not null or invitation.declined_at is not null or invitation.accepted_at is not null
  or invitation.expires_on < ${day} or invitation.max_uses <= invitation.used_count)`;

const ofSchool = (db: Db, { schoolId, show, day }: Asked) =>
  rows(db)
    .where('invitation.school_id', '=', schoolId)
    .$if(show === 'open', (found) => found.where(sql<boolean>`${over(day)} is not true`))
    .$if(show === 'ended', (found) => found.where(over(day)));

export const listInvitations = (db: Db, asked: Asked, offset: number, limit: number) =>
  ofSchool(db, asked).orderBy('invitation.created_at', 'desc').orderBy('invitation.id').offset(offset).limit(limit).execute();

export async function countInvitations(db: Db, { schoolId, show, day }: Asked): Promise<number> {
  const row = await db
    .selectFrom('invitation')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('invitation.school_id', '=', schoolId)
    .$if(show === 'open', (found) => found.where(sql<boolean>`${over(day)} is not true`))
    .$if(show === 'ended', (found) => found.where(over(day)))
    .executeTakeFirstOrThrow();
  return row.n;
}

export const findUse = (db: Db, invitationId: string, personId: string) =>
  db
    .selectFrom('invitation_use')
    .select(['invitation_use.state', 'invitation_use.at', 'invitation_use.from_school_id'])
    .where('invitation_use.invitation_id', '=', invitationId)
    .where('invitation_use.person_id', '=', personId)
    .executeTakeFirst();

export const insertUse = (db: Db, row: Insertable<Tables['invitation_use']>): Promise<unknown> =>
  db
    .insertInto('invitation_use')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['invitation_id', 'person_id'])
        .doUpdateSet({ state: row.state, at: row.at, from_school_id: row.from_school_id ?? null }),
    )
    .execute();

export const decideUse = (
  db: Db,
  invitationId: string,
  personId: string,
  change: Pick<Updateable<Tables['invitation_use']>, 'state' | 'decided_by' | 'decided_at'>,
): Promise<unknown> =>
  db
    .updateTable('invitation_use')
    .set(change)
    .where('invitation_use.invitation_id', '=', invitationId)
    .where('invitation_use.person_id', '=', personId)
    .execute();

const applications = (db: Db, schoolId: string) =>
  db
    .selectFrom('invitation_use')
    .innerJoin('invitation', 'invitation.id', 'invitation_use.invitation_id')
    .innerJoin('person', 'person.id', 'invitation_use.person_id')
    .innerJoin('school', 'school.id', 'invitation.school_id')
    .where('invitation.school_id', '=', schoolId)
    .where('invitation_use.state', '=', 'waiting')
    .where('person.state', '=', 'active');

export const listApplications = (db: Db, schoolId: string, offset: number, limit: number) =>
  applications(db, schoolId)
    .select([
      'invitation.id',
      'invitation.role',
      'invitation_use.at',
      'person.id as person_id',
      'person.vorname',
      'person.name',
      'person.email',
    ])
    .select(['school.id as school_id', 'school.name as school_name'])
    .orderBy('invitation_use.at')
    .orderBy('person.id')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countApplications(db: Db, schoolId: string): Promise<number> {
  const row = await applications(db, schoolId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Addresses, in lower case, of people who are at the school already. */
export async function findMembers(db: Db, schoolId: string, addresses: readonly string[]): Promise<Set<string>> {
  const found = await db
    .selectFrom('person')
    .select(sql<string>`lower(person.email)`.as('address'))
    .where('person.school_id', '=', schoolId)
    .where(sql<boolean>`lower(person.email) = any(${sql.val([...addresses])}::text[])`)
    .execute();
  return new Set(found.map(({ address }) => address));
}

/** … and of those who hold an open invitation to it in this role. */
export async function findInvited(db: Db, schoolId: string, day: string, addresses: readonly string[]): Promise<Set<string>> {
  const found = await db
    .selectFrom('invitation')
    .select(sql<string>`lower(invitation.email)`.as('address'))
    .where('invitation.school_id', '=', schoolId)
    .where(sql<boolean>`lower(invitation.email) = any(${sql.val([...addresses])}::text[])`)
    .where(sql<boolean>`${over(day)} is not true`)
    .execute();
  return new Set(found.map(({ address }) => address));
}

/** Personal ones that end soon and of which nobody was reminded; they count as reminded from now on. */
export const takeToRemind = (db: Db, day: string, until: string, now: Date) =>
  db
    .updateTable('invitation')
    .from('school')
    .set({ reminded_at: now })
    .whereRef('school.id', '=', 'invitation.school_id')
    .where('invitation.kind', '=', 'personal')
    .where('invitation.reminded_at', 'is', null)
    .where('invitation.expires_on', '<=', until)
    .where(sql<boolean>`${over(day)} is not true`)
    .where('school.state', 'in', ['active', 'closing'])
    .returning(['invitation.id', 'invitation.email', 'invitation.vorname', 'invitation.name', 'invitation.role', 'invitation.expires_on'])
    .returning(['invitation.message', 'school.name as school_name'])
    .execute();

/** Removes what ended before: a link nobody can use holds addresses for nothing. */
export const removeEnded = (db: Db, day: string, before: Date): Promise<unknown> =>
  db
    .deleteFrom('invitation')
    .where(
      sql<boolean>`(invitation.expires_on < ${day} or coalesce(invitation.revoked_at, invitation.declined_at, invitation.accepted_at) < ${before})`,
    )
    .execute();
