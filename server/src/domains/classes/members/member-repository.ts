import { matchUuids } from '../../../db/any-of.ts';
import { hasInName, selectFullName } from '../../../db/full-name.ts';
import type { MemberRole, MemberState } from '@fundus/contract/classes/classes';
import { sql, type RawBuilder } from 'kysely';
import { newId } from '../../../db/new-id.ts';
import { containsPattern } from '../../../db/like.ts';
import type { Db } from '../../../db/open.ts';
import { counts } from '../../../visitors/in-class.ts';
import { isStudentSql } from '../../accounts/index.ts';
import { sortName } from '../../../db/sort-name.ts';

type NewMember = { class_id: string; role: MemberRole; state?: MemberState; guest?: boolean } & (
  | { person_id: string }
  | { code_id: string }
);

/** Inserts a new member. */
export const insertMember = (db: Db, member: NewMember, now: Date): Promise<unknown> =>
  db
    .insertInto('class_member')
    .values({ state: 'active', ...member, id: newId(now), joined_at: now, state_since: now })
    .execute();

/** Returns a membership, whatever its state. */
export const findMembership = (db: Db, classId: string, key: { person_id: string } | { code_id: string }) =>
  db
    .selectFrom('class_member')
    .select(['class_member.id', 'class_member.role', 'class_member.state', 'class_member.state_since', 'class_member.guest'])
    .select('class_member.refused_code')
    .where('class_member.class_id', '=', classId)
    .where((eb) => ('person_id' in key ? eb('class_member.person_id', '=', key.person_id) : eb('class_member.code_id', '=', key.code_id)))
    .executeTakeFirst();

export const setMember = (
  db: Db,
  id: string,
  change: { state?: MemberState | 'declined'; role?: MemberRole; guest?: boolean },
  now: Date,
) =>
  db
    .updateTable('class_member')
    .set({
      ...change,
      state_since: now,
      ...(change.state === 'active' && { joined_at: sql<Date>`case when state in ('applied', 'declined') then ${now} else joined_at end` }),
    })
    .where('class_member.id', '=', id)
    .execute();

/** Returns the role and state of a membership, even of a declined one. */
export const findMemberState = (db: Db, classId: string, memberId: string) =>
  db
    .selectFrom('class_member')
    .select(['class_member.role', 'class_member.state', 'class_member.joined_at', 'class_member.state_since'])
    .where('class_member.class_id', '=', classId)
    .where('class_member.id', '=', memberId)
    .executeTakeFirst();

/** Restores a request to join with its original times. */
export const restoreRequest = (db: Db, id: string, { joined_at, state_since }: { joined_at: Date; state_since: Date }): Promise<unknown> =>
  db.updateTable('class_member').set({ state: 'applied', joined_at, state_since }).where('class_member.id', '=', id).execute();

/** Stores that a teacher has seen the current results. Has no effect for administrators who are not members. */
export const setResultsSeen = (db: Db, classId: string, personId: string, at: Date) =>
  db
    .updateTable('class_member')
    .set({ results_seen_at: at })
    .where('class_member.class_id', '=', classId)
    .where('class_member.person_id', '=', personId)
    .where('class_member.role', '<>', 'student')
    .execute();

/** Removes a learner. The row remains with their groups and with the join code that they can no longer use. */
export const excludeMember = (db: Db, id: string, now: Date): Promise<unknown> =>
  db
    .updateTable('class_member')
    .set({
      state: 'declined',
      state_since: now,
      refused_code: sql<string | null>`(select class.join_code from class where class.id = class_member.class_id)`,
    })
    .where('class_member.id', '=', id)
    .execute();

export const deleteMember = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('class_member').where('class_member.id', '=', id).execute();

const LISTS = {
  learners: sql<boolean>`(m.role = 'student' and m.state in ('active', 'suspended'))`,
  teachers: sql<boolean>`(m.role <> 'student' and m.state = 'active')`,
  applied: sql<boolean>`(m.state = 'applied')`,
  all: sql<boolean>`(m.state <> 'declined')`,
};

/** Selects active members and codes that are not revoked. */
const selectRows = (db: Db, classId: string) =>
  db
    .selectFrom('class_member as m')
    .innerJoin('class', 'class.id', 'm.class_id')
    .leftJoin('person as p', 'p.id', 'm.person_id')
    .leftJoin('learner_code as c', 'c.id', 'm.code_id')
    .where('m.class_id', '=', classId)
    .where(sql<boolean>`(${counts} or c.state <> 'revoked')`);

/** Day of a person's last request or, after a sign-out, of the last sign-in. */
const lastSeenOn = sql<string | null>`(
  greatest(p.last_sign_in_at, (select max(session.last_seen_at) from session where session.person_id = p.id))
  at time zone 'Europe/Berlin')::date::text`;

const withFields = (members: ReturnType<typeof selectRows>) =>
  members
    .select(['m.id', 'm.person_id', 'm.code_id', 'm.role', 'm.state', 'm.guest', 'm.joined_at'])
    .$narrowType<{ state: MemberState }>()
    .select([
      sql<string>`coalesce(c.label, ${selectFullName('p')})`.as('name'),
      sql<string[]>`array(select class_group_member.group_id::text from class_group_member where class_group_member.member_id = m.id)`.as(
        'groups',
      ),
      sql<string | null>`case when m.role = 'student' then coalesce(c.last_used_on::text, ${lastSeenOn}) end`.as('last_seen_on'),
    ]);

export type MemberRow = Awaited<ReturnType<ReturnType<typeof withFields>['executeTakeFirstOrThrow']>>;

type MemberFilter = { show: keyof typeof LISTS; q: string };

const selectMembers = (db: Db, classId: string, { show, q }: MemberFilter) => {
  const part = containsPattern(sortName(q));
  const named: RawBuilder<boolean> = sql`(${hasInName('p', q)} or lower(c.label) like ${part})`;
  return selectRows(db, classId)
    .where(LISTS[show])
    .$if(q !== '', (members) => members.where(named));
};

/** Returns the owners, the teachers and the learners, each sorted by name. */
export const listMembers = (db: Db, classId: string, filter: MemberFilter, offset: number, limit: number): Promise<MemberRow[]> =>
  withFields(selectMembers(db, classId, filter))
    .orderBy(
      sql`array_position(array['owner', 'teacher', 'student'], m.role), p.sort_name, p.sort_vorname, lower(c.label) collate "C", m.id`,
    )
    .offset(offset)
    .limit(limit)
    .execute();

export async function countMembers(db: Db, classId: string, filter: MemberFilter): Promise<number> {
  const row = await selectMembers(db, classId, filter)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

export const findMember = (db: Db, classId: string, id: string): Promise<MemberRow | undefined> =>
  withFields(selectRows(db, classId)).where(LISTS.all).where('m.id', '=', id).executeTakeFirst();

const selectPeople = (db: Db, schoolId: string) =>
  db
    .selectFrom('person as p')
    .select(['p.id', 'p.role', 'p.school_admin', 'p.district_admin', 'p.capabilities'])
    .where('p.school_id', '=', schoolId)
    .where('p.state', '=', 'active');

/** Returns those of the people who belong to the school and can sign in. */
export const findPeople = (db: Db, schoolId: string, ids: readonly string[]) =>
  selectPeople(db, schoolId).where('p.id', '=', matchUuids(ids)).execute();

/** Returns people of the school who are not in the class, learners with their classes and others with their address. */
export const findCandidates = (db: Db, at: { id: string; school_id: string }, q: string, role: 'teacher' | 'student', limit: number) =>
  selectPeople(db, at.school_id)
    .select([
      selectFullName('p').as('name'),
      sql<string>`case when ${role} = 'teacher' then coalesce(p.email, '') else coalesce((select string_agg(class.name, ', ' order by class.name)
        from class_member as m inner join class on class.id = m.class_id where m.person_id = p.id and m.state = 'active'
          and m.role = 'student' and class.kind = 'class' and class.state = 'active' and class.school_id = p.school_id), '') end`.as(
        'detail',
      ),
    ])
    .where(role === 'student' ? isStudentSql('p') : sql<boolean>`not ${isStudentSql('p')}`)
    .where(hasInName('p', q))
    .where(
      sql<boolean>`not exists (select from class_member as m where m.class_id = ${at.id} and m.person_id = p.id
      and m.state in ('active', 'suspended'))`,
    )
    .orderBy('p.sort_name')
    .orderBy('p.sort_vorname')
    .orderBy('p.id')
    .limit(limit)
    .execute();

/**
 * Adds people to a class. Applicants and declined people become members. Existing members are not changed, except that `promote` makes teachers
 * owners. Returns the added and changed people.
 */
export async function confirmMembers(
  db: Db,
  classId: string,
  ids: readonly string[],
  { role, promote }: { role: MemberRole; promote: boolean },
  now: Date,
): Promise<{ id: string; person: string }[]> {
  const added = await db
    .insertInto('class_member')
    .values(
      ids.map((person_id) => ({ id: newId(now), class_id: classId, person_id, role, state: 'active', joined_at: now, state_since: now })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['class_id', 'person_id'])
        .doUpdateSet({ role, state: 'active', guest: false, joined_at: now, state_since: now })
        .where(sql<boolean>`class_member.state in ('applied', 'declined') or (${promote} and class_member.role = 'teacher')`),
    )
    .returning(['class_member.id', 'class_member.person_id'])
    .execute();
  return added.map(({ id, person_id }) => ({ id, person: person_id! }));
}
