/** Queries for seats assigned to classes and groups. */
import { sql, type RawBuilder } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import { newId } from '../../../db/new-id.ts';
import { containsPattern } from '../../../db/like.ts';
import type { Db } from '../../../db/open.ts';
import { counts } from '../../../visitors/in-class.ts';

/** Class, or a group of a class. */
export type ClassTarget = { class_id: string; group_id: string | null };

/** Learner in a class: a person or a learner code. */
export type Learner = { person_id: string | null; learner_code_id: string | null };

/**
 * Condition that the membership is that of a learner in an active class. Its people belong to the school, and its codes are valid on the day. Guests
 * use the seats of their own school.
 */
const learning = (day: string): RawBuilder<boolean> =>
  sql<boolean>`(class.state = 'active' and m.role = 'student' and m.state in ('active', 'suspended') and not m.guest
    and (${counts} or c.state <> 'revoked' and c.valid_until >= ${day}))`;

const inGroup = (group: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${group} is null or exists (select from class_group_member
    where class_group_member.member_id = m.id and class_group_member.group_id = ${group}))`;

const selectMembers = (db: Db, day: string) =>
  db
    .selectFrom('class_member as m')
    .innerJoin('class', 'class.id', 'm.class_id')
    .leftJoin('person as p', 'p.id', 'm.person_id')
    .leftJoin('learner_code as c', 'c.id', 'm.code_id')
    .where(learning(day));

/** Returns the distinct learners of the targets, the earliest members first. */
export async function listLearners(db: Db, targets: readonly ClassTarget[], day: string): Promise<Learner[]> {
  const found = new Map<string, Learner>();
  for (const { class_id, group_id } of targets) {
    const rows = await selectMembers(db, day)
      .select(['m.person_id', 'm.code_id as learner_code_id'])
      .where('m.class_id', '=', class_id)
      .where(inGroup(sql`${group_id}::uuid`))
      .orderBy('m.joined_at')
      .orderBy('m.id')
      .execute();
    for (const row of rows) found.set(row.person_id ?? row.learner_code_id!, row);
  }
  return [...found.values()];
}

/** Selects an active class with its school. A given group must belong to the class. */
export const findTarget = (db: Db, { class_id, group_id }: ClassTarget) =>
  db
    .selectFrom('class')
    .innerJoin('school', 'school.id', 'class.school_id')
    .select(['class.id', 'class.name', 'class.school_id', 'school.district_id'])
    .where('class.id', '=', class_id)
    .where('class.state', '=', 'active')
    .where(
      sql<boolean>`(${group_id}::uuid is null or exists (select from class_group where class_group.id = ${group_id} and class_group.class_id = class.id))`,
    )
    .executeTakeFirst();

/** Selects the class that a group belongs to. */
export const findGroupClass = (db: Db, groupId: string) =>
  db.selectFrom('class_group').select('class_group.class_id').where('class_group.id', '=', groupId).executeTakeFirst();

const ASSIGNMENT = ['licence_class.id', 'licence_class.licence_id', 'licence_class.class_id', 'licence_class.group_id'] as const;

export const findAssignment = (db: Db, licenceId: string, { class_id, group_id }: ClassTarget) =>
  db
    .selectFrom('licence_class')
    .select(ASSIGNMENT)
    .where('licence_class.licence_id', '=', licenceId)
    .where('licence_class.class_id', '=', class_id)
    .where(sql<boolean>`licence_class.group_id is not distinct from ${group_id}::uuid`)
    .executeTakeFirst();

export const listAssignments = (db: Db, licenceId: string) =>
  db
    .selectFrom('licence_class')
    .select(ASSIGNMENT)
    .where('licence_class.licence_id', '=', licenceId)
    .orderBy('licence_class.assigned_at')
    .orderBy('licence_class.id')
    .execute();

/** Returns the id of the assignment, creating it if necessary. */
export async function ensureAssignment(
  db: Db,
  licence_id: string,
  target: ClassTarget,
  by: { person_id: string; now: Date },
): Promise<string> {
  const known = await findAssignment(db, licence_id, target);
  if (known) return known.id;
  const id = newId(by.now);
  await db
    .insertInto('licence_class')
    .values({ id, licence_id, ...target, assigned_by: by.person_id, assigned_at: by.now })
    .execute();
  return id;
}

export const removeAssignments = (db: Db, ids: readonly string[]): Promise<unknown> =>
  db.deleteFrom('licence_class').where('licence_class.id', '=', matchUuids(ids)).execute();

/** Returns the licences with seats assigned to the classes. */
export async function listLicencesOfClasses(db: Db, classIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('licence_class')
    .select('licence_class.licence_id')
    .distinct()
    .where('licence_class.class_id', '=', matchUuids(classIds))
    .execute();
  return rows.map((row) => row.licence_id);
}

/** Returns all licences with seats assigned to classes, for the hourly job. */
export async function listLicencesWithClasses(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('licence_class').select('licence_class.licence_id').distinct().limit(100_000).execute();
  return rows.map((row) => row.licence_id);
}

/** Selects the seats of a licence that are held through a class. */
export const listClassSeats = (db: Db, licenceId: string) =>
  db
    .selectFrom('licence_seat')
    .select(['licence_seat.id', 'licence_seat.person_id', 'licence_seat.learner_code_id', 'licence_seat.taken'])
    .select(['licence_seat.first_used_at', 'licence_seat.licence_class_id'])
    .where('licence_seat.licence_id', '=', licenceId)
    .where('licence_seat.licence_class_id', 'is not', null)
    .execute();

/** Links seats to a class assignment. `null` removes the link, and the holders keep the seats. */
export const setClassOfSeats = (db: Db, ids: readonly string[], licence_class_id: string | null): Promise<unknown> =>
  db.updateTable('licence_seat').set({ licence_class_id }).where('licence_seat.id', '=', matchUuids(ids)).execute();

/** Returns the ids of the learners who hold a seat of one of the licences. */
export async function findLearnersWithSeat(db: Db, licenceIds: readonly string[], learners: readonly Learner[]): Promise<Set<string>> {
  const ids = learners.map((learner) => learner.person_id ?? learner.learner_code_id!);
  const rows = await db
    .selectFrom('licence_seat')
    .select(sql<string>`coalesce(licence_seat.person_id, licence_seat.learner_code_id)`.as('holder'))
    .where('licence_seat.licence_id', '=', matchUuids(licenceIds))
    .where(sql<boolean>`coalesce(licence_seat.person_id, licence_seat.learner_code_id) = ${matchUuids(ids)}`)
    .execute();
  return new Set(rows.map((row) => row.holder));
}

export async function insertLearnerSeats(
  db: Db,
  licence: { id: string; seats: number },
  learners: readonly Learner[],
  by: { licence_class_id: string; person_id: string | null; now: Date },
): Promise<void> {
  if (learners.length === 0) return;
  await db
    .insertInto('licence_seat')
    .values(
      learners.map((learner) => ({
        ...learner,
        id: newId(by.now),
        licence_id: licence.id,
        licence_class_id: by.licence_class_id,
        taken: licence.seats === 0 ? 0 : 1,
        assigned_by: by.person_id,
        assigned_at: by.now,
      })),
    )
    .execute();
}

/** Selects the classes of a licence ordered by name, with their numbers of seats. */
export const listClassHolders = (db: Db, licenceId: string) =>
  db
    .selectFrom('licence_class')
    .innerJoin('class', 'class.id', 'licence_class.class_id')
    .leftJoin('class_group', 'class_group.id', 'licence_class.group_id')
    .leftJoin('licence_seat', 'licence_seat.licence_class_id', 'licence_class.id')
    .select([
      'licence_class.id',
      'licence_class.class_id',
      'licence_class.group_id',
      'licence_class.assigned_at',
      'licence_class.assigned_by',
    ])
    .select(['class.name', 'class_group.name as group_name'])
    .select([
      sql<number>`count(licence_seat.id)::int`.as('learners'),
      sql<number>`(count(licence_seat.id) filter (where licence_seat.first_used_at is not null))::int`.as('used'),
    ])
    .where('licence_class.licence_id', '=', licenceId)
    .where('class.state', '<>', 'deleted')
    .groupBy(['licence_class.id', 'class.name', 'class_group.name'])
    .orderBy('class.name')
    .orderBy('class_group.name', (order) => order.asc().nullsFirst())
    .limit(500)
    .execute();

/** Selects active classes of a school and their groups by a part of the name. Those with seats of the licence are marked. */
export const findClassCandidates = (db: Db, licenceId: string, schoolId: string, q: string, day: string, limit: number) => {
  const pattern = containsPattern(q);
  const has = (group: RawBuilder<unknown>) =>
    sql<boolean>`exists (select from licence_class where licence_class.licence_id = ${licenceId} and licence_class.class_id = class.id
      and licence_class.group_id is not distinct from ${group})`;
  const size = (group: RawBuilder<unknown>) =>
    sql<number>`(select count(*) from class_member as m left join person as p on p.id = m.person_id left join learner_code as c on c.id = m.code_id
      where m.class_id = class.id and ${learning(day)} and ${inGroup(group)})::int`;
  const whole = db
    .selectFrom('class')
    .select(['class.id', 'class.name', sql<string | null>`null`.as('group_name'), sql<string | null>`null::uuid`.as('group_id')])
    .select([has(sql`null`).as('has'), size(sql`null::uuid`).as('members')])
    .where('class.school_id', '=', schoolId)
    .where('class.state', '=', 'active')
    .where('class.name', 'ilike', pattern);
  const groups = db
    .selectFrom('class_group')
    .innerJoin('class', 'class.id', 'class_group.class_id')
    .select(['class.id', 'class.name', 'class_group.name as group_name', 'class_group.id as group_id'])
    .select([has(sql`class_group.id`).as('has'), size(sql`class_group.id`).as('members')])
    .where('class.school_id', '=', schoolId)
    .where('class.state', '=', 'active')
    .where(sql<boolean>`(class.name || ' ' || class_group.name) ilike ${pattern}`);
  return whole
    .unionAll(groups)
    .orderBy('name')
    .orderBy(sql`group_name nulls first`)
    .limit(limit)
    .execute();
};
