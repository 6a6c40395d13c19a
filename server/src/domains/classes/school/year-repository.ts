/** Queries for classes, groups and codes at the change of the school year (docs/behaviour/year-change.md). */
import { sql, type RawBuilder } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import { newId } from '../../../db/new-id.ts';
import type { Db } from '../../../db/open.ts';
import type { ValueOf } from '../../../db/tables.ts';
import { updateBatchEnds } from '../codes/code-repository.ts';
import { learners } from '../repository.ts';

/** Returns the number of active learners by class. */
export async function countLearners(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('class')
    .select(['class.id', sql<number>`(select count(*) ${learners} and m.state = 'active')::int`.as('learners')])
    .where('class.id', '=', matchUuids(ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row.learners]));
}

/** A class and its successor. */
export type ClassSuccession = { from: string; to: string };

const asRows = (pairs: readonly ClassSuccession[]): RawBuilder<unknown> =>
  sql`unnest(${sql.val(pairs.map(({ from }) => from))}::uuid[], ${sql.val(pairs.map(({ to }) => to))}::uuid[]) as pair (old, new)`;

/** Copies groups to the successor classes. A copy contains the members who are in the successor class. Returns the copies. */
export async function copyGroups(db: Db, pairs: readonly ClassSuccession[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string; name: string; to: string }>`select class_group.id, class_group.name, pair.new as to
    from ${asRows(pairs)} inner join class_group on class_group.class_id = pair.old
    where not exists (select from class_group as taken where taken.class_id = pair.new and lower(taken.name) = lower(class_group.name))
    order by pair.new, lower(class_group.name)`.execute(db);
  if (rows.length === 0) return [];
  const made = rows.map((row) => ({ ...row, copy: newId(now) }));
  await db
    .insertInto('class_group')
    .values(made.map(({ copy, to, name }) => ({ id: copy, class_id: to, name })))
    .execute();
  await sql`insert into class_group_member (group_id, member_id)
    select copy.new, later.id
    from unnest(${sql.val(made.map(({ id }) => id))}::uuid[], ${sql.val(made.map(({ copy }) => copy))}::uuid[]) as copy (old, new)
    inner join class_group on class_group.id = copy.new
    inner join class_group_member as gm on gm.group_id = copy.old
    inner join class_member as before on before.id = gm.member_id
    inner join class_member as later on later.class_id = class_group.class_id
      and (later.person_id = before.person_id or later.code_id = before.code_id)`.execute(db);
  return made.map(({ copy }) => copy);
}

/** Deletes copied groups that have not been changed and are not referenced. */
export async function removeGroups(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from class_group where class_group.id = ${matchUuids(ids)} and class_group.version = 1
    and not exists (select from medialist_release where medialist_release.group_id = class_group.id)
    and not exists (select from assignment_target where assignment_target.group_id = class_group.id)
    and not exists (select from licence_class where licence_class.group_id = class_group.id)`.execute(db);
}

export type YearCode = { id: string; state: ValueOf<'learner_code', 'state'>; carried: boolean; elsewhere: boolean };

/** Returns the usable codes of classes that continue (`carried`) or end. `elsewhere` is true for codes that are also in another active class. */
export async function listYearCodes(
  db: Db,
  { carried, ending, since }: { carried: readonly string[]; ending: readonly string[]; since: string },
): Promise<YearCode[]> {
  const both = [...carried, ...ending];
  const { rows } = await sql<YearCode>`select learner_code.id, learner_code.state,
      bool_or(m.class_id = ${matchUuids(carried)}) as carried,
      bool_or(class.state = 'active' and m.class_id <> all(${sql.val(both)}::uuid[])) as elsewhere
    from learner_code inner join class_member as m on m.code_id = learner_code.id and m.state <> 'declined'
    inner join class on class.id = m.class_id
    where learner_code.state <> 'revoked' and learner_code.valid_until >= ${since}::date
      and exists (select from class_member as of where of.code_id = learner_code.id and of.state <> 'declined' and of.class_id = ${matchUuids(both)})
    group by learner_code.id order by learner_code.id`.execute(db);
  return rows;
}

/** Locks codes until the transaction ends and returns them. */
export const lockCodes = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('learner_code')
    .select(['learner_code.id', 'learner_code.state', 'learner_code.valid_until', 'learner_code.batch_id'])
    .where('learner_code.id', '=', matchUuids(ids))
    .orderBy('learner_code.id')
    .forUpdate()
    .execute();

/** Sets the last day of codes, which must be locked. */
export async function setCodeEnd(db: Db, codes: readonly { id: string; batch_id: string | null }[], until: string): Promise<void> {
  await db
    .updateTable('learner_code')
    .set({ valid_until: until })
    .where('learner_code.id', '=', matchUuids(codes.map(({ id }) => id)))
    .execute();
  await updateBatchEnds(
    db,
    codes.flatMap(({ batch_id }) => batch_id ?? []),
  );
}

/** Restores the last days of those codes that still have the given last day. */
export const restoreCodeEnds = (db: Db, codes: readonly { id: string; valid_until: string }[], given: string): Promise<unknown> =>
  sql`update learner_code set valid_until = before.valid_until
    from unnest(${sql.val(codes.map(({ id }) => id))}::uuid[], ${sql.val(codes.map((code) => code.valid_until))}::date[]) as before (id, valid_until)
    where learner_code.id = before.id and learner_code.valid_until = ${given}::date`.execute(db);

export const revokeCodes = (db: Db, ids: readonly string[], now: Date): Promise<unknown> =>
  db.updateTable('learner_code').set({ state: 'revoked', state_since: now }).where('learner_code.id', '=', matchUuids(ids)).execute();

/** Restores the previous states of codes that are still revoked. */
export const restoreCodeStates = (db: Db, codes: readonly { id: string; state: string }[], now: Date): Promise<unknown> =>
  sql`update learner_code set state = before.state, state_since = ${now}
    from unnest(${sql.val(codes.map(({ id }) => id))}::uuid[], ${sql.val(codes.map(({ state }) => state))}::text[]) as before (id, state)
    where learner_code.id = before.id and learner_code.state = 'revoked'`.execute(db);

/** Returns those of the codes that are still revoked. */
export async function listRevoked(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('learner_code')
    .select('learner_code.id')
    .where('learner_code.id', '=', matchUuids(ids))
    .where('learner_code.state', '=', 'revoked')
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes codes with all their data. */
export const removeCodes = (db: Db, ids: readonly string[]): Promise<unknown> =>
  db.deleteFrom('learner_code').where('learner_code.id', '=', matchUuids(ids)).execute();

/** Deletes the questions of learners in classes. Returns the number of questions. */
export async function removeQuestions(db: Db, classIds: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('class_question')
    .where('class_question.class_id', '=', matchUuids(classIds))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Copies shared media to the successor classes. Existing entries are kept. Returns the copies. */
export async function copyMediaOf(db: Db, pairs: readonly ClassSuccession[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`insert into class_media
      (id, class_id, kind, identifier, excerpt_id, title, note, can_download, rank, shared_by, shared_at)
    select gen_random_uuid(), pair.new, m.kind, m.identifier, m.excerpt_id, m.title, m.note, m.can_download, m.rank, m.shared_by, ${now}
    from ${asRows(pairs)} inner join class_media as m on m.class_id = pair.old
    on conflict do nothing returning class_media.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes copied entries that have not been changed. */
export const removeMediaOf = (db: Db, ids: readonly string[]): Promise<unknown> =>
  db.deleteFrom('class_media').where('class_media.id', '=', matchUuids(ids)).where('class_media.version', '=', 1).execute();

/** Locks and returns those of the created classes that have not been changed, which means that they have the same members and no content. */
export async function lockUnchanged(db: Db, ids: readonly string[]): Promise<string[]> {
  const empty = (table: string): RawBuilder<boolean> =>
    sql<boolean>`not exists (select from ${sql.table(table)} as own where own.class_id = class.id)`;
  const rows = await db
    .selectFrom('class')
    .select('class.id')
    .where('class.id', '=', matchUuids(ids))
    .where('class.version', '=', 1)
    .where('class.state', '=', 'active')
    .where(sql<boolean>`not exists (select from class_member as m where m.class_id = class.id and m.state_since <> class.created_at)`)
    .where(empty('class_group'))
    .where(empty('class_media'))
    .where(empty('class_question'))
    .where(empty('assignment'))
    .where(empty('medialist_release'))
    .where(empty('licence_class'))
    .where(empty('invitation'))
    .orderBy('class.id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

export const removeClasses = (db: Db, ids: readonly string[]): Promise<unknown> =>
  db.deleteFrom('class').where('class.id', '=', matchUuids(ids)).execute();

/** Archives classes. Returns those that were active, each with the time since which it was active. */
export async function archiveClassRows(db: Db, ids: readonly string[], now: Date): Promise<{ id: string; state_since: Date }[]> {
  const running = await db
    .selectFrom('class')
    .select(['class.id', 'class.state_since'])
    .where('class.id', '=', matchUuids(ids))
    .where('class.state', '=', 'active')
    .execute();
  await sql`update class set state = 'archived', state_since = ${now}, version = class.version + 1
    where class.id = ${matchUuids(running.map(({ id }) => id))}`.execute(db);
  return running;
}

/** Restores archived classes with the original time, so that the end of the school year applies to them like to other classes. */
export const unarchive = (db: Db, classes: readonly { id: string; state_since: string }[]): Promise<unknown> =>
  sql`update class set state = 'active', state_since = before.state_since, version = class.version + 1
    from unnest(${sql.val(classes.map(({ id }) => id))}::uuid[], ${sql.val(classes.map((each) => each.state_since))}::timestamptz[])
      as before (id, state_since)
    where class.id = before.id and class.state = 'archived'`.execute(db);

/** Returns the usable codes of classes. A code that is in several classes is listed with the first class. */
export async function listCodesToPrint(db: Db, classIds: readonly string[], day: string): Promise<PrintedCode[]> {
  const { rows } = await sql<PrintedCode>`select found.* from (
      select distinct on (learner_code.id) learner_code.id, learner_code.label, learner_code.sealed, learner_code.pictures,
        learner_code.valid_until, learner_code.state, class.id as class_id, class.name as class_name,
        case when class.picture_login then class.join_code end as picture_class
      from class inner join class_member as m on m.class_id = class.id and m.state <> 'declined'
      inner join learner_code on learner_code.id = m.code_id
      where class.id = ${matchUuids(classIds)} and learner_code.state in ('prepared', 'issued', 'in_use')
        and learner_code.valid_until >= ${day}::date
      order by learner_code.id, class.kind, lower(class.name)) as found
    order by substring(found.class_name from '^[0-9]{1,9}')::int nulls last, lower(found.class_name), found.class_id,
      found.label collate "C", found.id`.execute(db);
  return rows;
}

type PrintedCode = {
  id: string;
  label: string;
  sealed: string;
  pictures: string[] | null;
  valid_until: string;
  state: string;
  class_id: string;
  class_name: string;
  picture_class: string | null;
};
