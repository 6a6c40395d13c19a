import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import { matchTexts } from '../../db/any-of.ts';
import { addressOf, type RemovedPeople } from '../../db/names-people.ts';
import type { Db } from '../../db/open.ts';
import { belongsToClass } from '../../visitors/in-class.ts';
import type { Tables, ValueOf } from '../../db/tables.ts';
import { owners } from '../classes/index.ts';

const selectRows = (db: Db) =>
  db
    .selectFrom('invitation')
    .leftJoin('school', 'school.id', 'invitation.school_id')
    .leftJoin('district', 'district.id', 'invitation.staff_of')
    .leftJoin('class', 'class.id', 'invitation.class_id')
    .selectAll('invitation')
    .select('class.name as class_name')
    .select('school.city as school_city')
    .select([
      // Name of the district for invitations to its staff. A district has no state and counts as active.
      sql<string>`coalesce(school.name, district.name)`.as('place_name'),
      sql<ValueOf<'school', 'state'>>`coalesce(school.state, 'active')`.as('school_state'),
      sql<string>`coalesce(school.district_id, invitation.staff_of)`.as('district_id'),
      sql<boolean>`invitation.revoked_at is not null`.as('revoked'),
      sql<boolean>`invitation.declined_at is not null`.as('declined'),
      sql<boolean>`invitation.accepted_at is not null`.as('accepted'),
      sql<number>`(select count(*) from invitation_use
        where invitation_use.invitation_id = invitation.id and invitation_use.state = 'waiting')`.as('waiting'),
    ]);

export type InvitationRow = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;

export const findInvitation = (db: Db, id: string) => selectRows(db).where('invitation.id', '=', id).executeTakeFirst();

/** Locks the invitation until commit. */
export const lockInvitation = (db: Db, id: string) =>
  db.selectFrom('invitation').select('invitation.id').where('invitation.id', '=', id).forUpdate().executeTakeFirst();

export const insertInvitation = (db: Db, row: Insertable<Tables['invitation']>): Promise<unknown> =>
  db.insertInto('invitation').values(row).execute();

export const updateInvitation = (db: Db, id: string, change: Updateable<Tables['invitation']>): Promise<unknown> =>
  db.updateTable('invitation').set(change).where('invitation.id', '=', id).execute();

/** Counts a use. Returns false if all uses are taken. A single statement prevents two users from getting the last use. */
export async function claimUse(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitation')
    .set((eb) => ({ used_count: eb('invitation.used_count', '+', 1) }))
    .where('invitation.id', '=', id)
    .where((eb) => eb.or([eb('invitation.max_uses', 'is', null), eb('invitation.used_count', '<', eb.ref('invitation.max_uses'))]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const releaseUse = (db: Db, id: string): Promise<unknown> =>
  db
    .updateTable('invitation')
    .set((eb) => ({ used_count: eb('invitation.used_count', '-', 1) }))
    .where('invitation.id', '=', id)
    .execute();

/** Target of an invitation: a class, a school, or the staff of a district. */
export type TargetIds = { schoolId: string | null; classId: string | null; staffOf: string | null };
type InvitationFilter = TargetIds & { show: 'open' | 'ended' | 'all'; day: string };

const leadsTo = ({ schoolId, classId, staffOf }: TargetIds): RawBuilder<boolean> =>
  staffOf !== null
    ? sql`(invitation.staff_of = ${staffOf})`
    : classId === null
      ? sql`(invitation.school_id = ${schoolId} and invitation.class_id is null)`
      : sql`(invitation.class_id = ${classId})`;

/** Condition that an invitation has ended. SQL `null` if it has not ended and its uses are unlimited. */
const over = (
  day: string,
) => sql<boolean>`(invitation.revoked_at is not null or invitation.declined_at is not null or invitation.accepted_at is not null
  or invitation.expires_on < ${day} or invitation.max_uses <= invitation.used_count)`;

/** Returns an SQL condition that is true for invitations that can still be accepted on `day`. */
export const isOpenInvitation = (day: string): RawBuilder<boolean> => sql<boolean>`(${over(day)} is not true)`;

const selectAsked = (db: Db, { show, day, ...target }: InvitationFilter) =>
  selectRows(db)
    .where(leadsTo(target))
    .$if(show === 'open', (found) => found.where(isOpenInvitation(day)))
    .$if(show === 'ended', (found) => found.where(over(day)));

export const listInvitations = (db: Db, filter: InvitationFilter, offset: number, limit: number) =>
  selectAsked(db, filter).orderBy('invitation.created_at', 'desc').orderBy('invitation.id').offset(offset).limit(limit).execute();

export async function countInvitations(db: Db, { show, day, ...target }: InvitationFilter): Promise<number> {
  const row = await db
    .selectFrom('invitation')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(leadsTo(target))
    .$if(show === 'open', (found) => found.where(isOpenInvitation(day)))
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

const selectApplications = (db: Db, target: TargetIds) =>
  db
    .selectFrom('invitation_use')
    .innerJoin('invitation', 'invitation.id', 'invitation_use.invitation_id')
    .innerJoin('person', 'person.id', 'invitation_use.person_id')
    .innerJoin('school', 'school.id', 'invitation.school_id')
    .leftJoin('class', 'class.id', 'invitation.class_id')
    .where(leadsTo(target))
    .where('invitation_use.state', '=', 'waiting')
    .where('person.state', '=', 'active');

export const listApplications = (db: Db, target: TargetIds, offset: number, limit: number) =>
  selectApplications(db, target)
    .select([
      'invitation.id',
      'invitation.role',
      'invitation_use.at',
      'person.id as person_id',
      'person.vorname',
      'person.name',
      'person.email',
    ])
    .select(['school.id as school_id', 'school.name as school_name', 'class.id as class_id', 'class.name as class_name'])
    .orderBy('invitation_use.at')
    .orderBy('person.id')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countApplications(db: Db, target: TargetIds): Promise<number> {
  const row = await selectApplications(db, target)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Returns those of the requests that are still undecided. Each item has the form `invitation/person`. */
export const listOpenRequests = (db: Db, items: readonly string[]) =>
  db
    .selectFrom('invitation_use')
    .innerJoin('invitation', 'invitation.id', 'invitation_use.invitation_id')
    .innerJoin('person', 'person.id', 'invitation_use.person_id')
    .innerJoin('school', 'school.id', 'invitation.school_id')
    .select(['school.id as school_id', 'school.name as school_name', 'school.district_id', 'invitation.created_by'])
    .select(['person.vorname', 'person.name'])
    .where(sql`invitation.id || '/' || person.id`, '=', sql`${matchTexts(items)}`)
    .where('invitation_use.state', '=', 'waiting')
    .where('person.state', '=', 'active')
    .orderBy('invitation_use.at')
    .orderBy('person.id')
    .execute();

export type OpenRequest = Awaited<ReturnType<typeof listOpenRequests>>[number];

const isAmong = (column: RawBuilder<string>, addresses: readonly string[]) => sql<boolean>`lower(${column}) = ${matchTexts(addresses)}`;

/** Returns the lower-case addresses of those people who are members of the target. */
export async function findMembers(db: Db, { schoolId, classId, staffOf }: TargetIds, addresses: readonly string[]): Promise<Set<string>> {
  const found = await db
    .selectFrom('person')
    .select(sql<string>`lower(person.email)`.as('address'))
    .where(
      staffOf !== null
        ? sql<boolean>`(person.district_admin = '1' or cardinality(person.capabilities) > 0)
            and ${staffOf} = coalesce((select school.district_id from school where school.id = person.school_id), person.district_id)`
        : classId === null
          ? sql<boolean>`person.school_id = ${schoolId}`
          : sql<boolean>`exists (select from class_member inner join class on class.id = class_member.class_id
            where class.id = ${classId} and class_member.person_id = person.id
              and class_member.state in ('active', 'suspended') and ${belongsToClass('class_member', sql`person.school_id`)})`,
    )
    .where(isAmong(sql`person.email`, addresses))
    .execute();
  return new Set(found.map(({ address }) => address));
}

/** Returns those of the lower-case addresses that have an open invitation to the target. */
export async function findInvitedAddresses(db: Db, target: TargetIds, day: string, addresses: readonly string[]): Promise<Set<string>> {
  const found = await db
    .selectFrom('invitation')
    .select(sql<string>`lower(invitation.email)`.as('address'))
    .where(leadsTo(target))
    .where(isAmong(sql`invitation.email`, addresses))
    .where(isOpenInvitation(day))
    .execute();
  return new Set(found.map(({ address }) => address));
}

/** Returns open personal invitations to these lower-case addresses and locks them until commit. */
export const listOpenPersonal = (db: Db, target: TargetIds, day: string, addresses: readonly string[]) =>
  db
    .selectFrom('invitation')
    .select(['invitation.id', 'invitation.role', 'invitation.capabilities', sql<string>`lower(invitation.email)`.as('address')])
    .where(leadsTo(target))
    .where('invitation.kind', '=', 'personal')
    .where(isAmong(sql`invitation.email`, addresses))
    .where(sql<boolean>`${over(day)} is not true`)
    .forUpdate()
    .execute();
export type OpenPersonal = Awaited<ReturnType<typeof listOpenPersonal>>[number];

/** Condition that the class is active, has a manager from its own school, and is not synchronized from a directory. */
const classTakesIn = sql<boolean>`exists (select from class where class.id = invitation.class_id and class.state = 'active'
  and class.external_ref is null and exists (select ${owners}))`;

/** Selects personal invitations for a reminder and marks them as reminded. They end soon, were sent at least a day ago and had no reminder. */
export const claimInvitationsToRemind = (db: Db, day: string, until: string, now: Date) =>
  db
    .updateTable('invitation')
    .set({ reminded_at: now })
    .where('invitation.kind', '=', 'personal')
    .where('invitation.reminded_at', 'is', null)
    .where('invitation.expires_on', '<=', until)
    .where('invitation.sent_at', '<=', sql<Date>`${now}::timestamptz - interval '1 day'`)
    .where(isOpenInvitation(day))
    .where(
      sql<boolean>`(invitation.staff_of is not null
        or exists (select from school where school.id = invitation.school_id and school.state in ('active', 'closing')))`,
    )
    .where(sql<boolean>`(invitation.class_id is null or ${classTakesIn})`)
    .returning(['invitation.id', 'invitation.email', 'invitation.vorname', 'invitation.name', 'invitation.role', 'invitation.expires_on'])
    .returning('invitation.message')
    .returning(
      sql<string>`coalesce((select school.name from school where school.id = invitation.school_id),
        (select district.name from district where district.id = invitation.staff_of))`.as('place_name'),
    )
    .returning(sql<string | null>`(select class.name from class where class.id = invitation.class_id)`.as('class_name'))
    .execute();

/** Deletes invitations that ended before a time, because unused addresses are not to be stored. Invitations with an undecided request are kept. */
export const deleteEndedInvitations = (db: Db, day: string, before: Date): Promise<unknown> =>
  db
    .deleteFrom('invitation')
    .where(
      sql<boolean>`(invitation.expires_on < ${day} or coalesce(invitation.revoked_at, invitation.declined_at, invitation.accepted_at) < ${before})`,
    )
    .where(
      sql<boolean>`not exists (select from invitation_use inner join person on person.id = invitation_use.person_id and person.state = 'active'
        where invitation_use.invitation_id = invitation.id and invitation_use.state = 'waiting')`,
    )
    .execute();

/** Deletes invitations to the addresses of deleted people. */
export const removeInvitationsTo = (db: Db, removed: RemovedPeople): Promise<unknown> =>
  sql`delete from invitation where lower(invitation.email) = ${addressOf(removed)}`.execute(db);
