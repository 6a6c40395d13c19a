/** Whoever signed in with a learner code: no person, only a school, the classes of the code and what the school may use. */
import { today } from '@fundus/contract/days';
import { isOpen } from '@fundus/contract/schools/rules';
import { codeState } from '@fundus/contract/classes/rules';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { SignedIn } from './context.ts';

/** The code as the rules know a visitor; undefined when it does not let anybody in any more, or its school is closed. */
export async function readLearner(db: Db, codeId: string, now: Date): Promise<SignedIn | undefined> {
  const row = await db
    .selectFrom('learner_code')
    .innerJoin('school', 'school.id', 'learner_code.school_id')
    .select([
      'learner_code.id',
      'learner_code.label',
      'learner_code.state',
      'learner_code.valid_until',
      'learner_code.school_id',
      'school.name as schulname',
      'school.district_id',
      'school.state as school_state',
      sql<string[]>`array(select licence_seat.licence_id::text from licence_seat where licence_seat.school_id = school.id)`.as('licences'),
      sql<string | null>`(select class.id::text from class_member inner join class on class.id = class_member.class_id
        where class_member.code_id = learner_code.id and class_member.state = 'active' and class.state = 'active'
        order by class.kind <> 'class', class_member.joined_at desc limit 1)`.as('klassen_id'),
    ])
    .where('learner_code.id', '=', codeId)
    // Where nobody sees a code any more nobody can take it back: it rests with the last class it is in.
    .where(
      sql<boolean>`(select coalesce(bool_or(class.state <> 'deleted'), true) from class_member inner join class on class.id = class_member.class_id
        where class_member.code_id = learner_code.id)`,
    )
    .executeTakeFirst();
  if (!row || !isOpen(row.school_state)) return undefined;
  if (!['issued', 'in_use'].includes(codeState(row, today(now)))) return undefined;
  return {
    id: row.id,
    role: 'S',
    school_admin: '0',
    district_admin: '0',
    vorname: '',
    name: '',
    email: '',
    school_id: row.school_id,
    klassenID: row.klassen_id,
    schulname: row.schulname,
    show_jitsi: false,
    shared_classes: [],
    district_id: row.district_id,
    capabilities: [],
    licences: row.licences,
    by_code: { label: row.label, valid_until: row.valid_until },
  };
}
