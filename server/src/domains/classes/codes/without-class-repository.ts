/** Queries for learner codes without a class. */
import { sql, type RawBuilder } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import { selectFullName } from '../../../db/full-name.ts';
import type { Db } from '../../../db/open.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

/**
 * A user who manages codes of a school. Administrators manage all codes. Others manage codes that they created, or that are or were in a class they
 * teach, including deleted classes.
 */
export type CodeManager = Pick<SignedIn, 'id'> & { school_id: string; administrates: boolean };

/** Returns the condition that a code is in no existing class and did not expire before `since`. */
const isWithoutClass = (since: string): RawBuilder<boolean> =>
  sql<boolean>`(learner_code.state <> 'revoked' and learner_code.valid_until >= ${since}
    and not exists (select from class_member as m inner join class on class.id = m.class_id
      where m.code_id = learner_code.id and m.state <> 'declined' and class.state <> 'deleted'))`;

const managedBy = ({ id, school_id, administrates }: CodeManager): RawBuilder<boolean> =>
  sql<boolean>`(learner_code.school_id = ${school_id} and (${administrates} or learner_code.created_by = ${id}
    or exists (select from class_member as m inner join class_member as mine on mine.class_id = m.class_id
      where m.code_id = learner_code.id and mine.person_id = ${id} and mine.state = 'active' and mine.role in ('owner', 'teacher'))))`;

const selectRows = (db: Db, manager: CodeManager, since: string) =>
  db
    .selectFrom('learner_code')
    .leftJoin('person', 'person.id', 'learner_code.created_by')
    .select([
      'learner_code.id',
      'learner_code.label',
      'learner_code.valid_until',
      'learner_code.state',
      'learner_code.created_at',
      'learner_code.first_used_on',
      'learner_code.last_used_on',
      sql<string | null>`${selectFullName('person')}`.as('made_by'),
      sql<string[]>`array(select class.name from class_member as m inner join class on class.id = m.class_id
        where m.code_id = learner_code.id order by m.state_since desc)`.as('was_in'),
    ])
    .where(managedBy(manager))
    .where(isWithoutClass(since));

export type CodeRow = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;

export const listWithoutClass = (db: Db, manager: CodeManager, since: string, offset: number, limit: number): Promise<CodeRow[]> =>
  selectRows(db, manager, since)
    .orderBy(sql`learner_code.label collate "C"`)
    .orderBy('learner_code.id')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countCodesWithoutClass(db: Db, manager: CodeManager, since: string): Promise<number> {
  const row = await db
    .selectFrom('learner_code')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(managedBy(manager))
    .where(isWithoutClass(since))
    .executeTakeFirstOrThrow();
  return row.n;
}

export const findWithoutClass = (db: Db, manager: CodeManager, since: string, id: string): Promise<CodeRow | undefined> =>
  selectRows(db, manager, since).where('learner_code.id', '=', id).executeTakeFirst();

/**
 * Returns those of the codes that can be added to the class. They must be valid on `day`, and either have been in the class before or be without a
 * class and managed by the user.
 */
export async function findAddableCodes(
  db: Db,
  manager: CodeManager,
  classId: string,
  ids: readonly string[],
  day: string,
): Promise<string[]> {
  const found = await db
    .selectFrom('learner_code')
    .select('learner_code.id')
    .where('learner_code.id', '=', matchUuids(ids))
    .where('learner_code.school_id', '=', manager.school_id)
    .where('learner_code.state', '<>', 'revoked')
    .where('learner_code.valid_until', '>=', day)
    .where((eb) =>
      eb.or([
        sql<boolean>`exists (select from class_member as m where m.class_id = ${classId} and m.code_id = learner_code.id)`,
        eb.and([managedBy(manager), isWithoutClass(day)]),
      ]),
    )
    .execute();
  return found.map(({ id }) => id);
}
