/** Queries for invitations by school. */
import { sql } from 'kysely';
import { MAX_EXPORTED } from '../../domain.ts';
import { matchTexts } from '../../db/any-of.ts';
import type { Db } from '../../db/open.ts';
import { isOpenInvitation } from './repository.ts';

/** Returns the invitations of a school without their ids, because an id is the secret link. */
export const collectInvitations = (db: Db, schoolId: string) =>
  db
    .selectFrom('invitation')
    .select(['invitation.kind', 'invitation.role', 'invitation.email', 'invitation.vorname', 'invitation.name', 'invitation.message'])
    .select(['invitation.used_count', 'invitation.max_uses', 'invitation.created_at', 'invitation.expires_on', 'invitation.accepted_at'])
    .where('invitation.school_id', '=', schoolId)
    .orderBy('invitation.created_at')
    .orderBy('invitation.id')
    .limit(MAX_EXPORTED)
    .execute();

type Asked = {
  districtId: string;
  /** Ids of the chosen schools. `null` means all open schools without an administrator. */
  ids: readonly string[] | null;
  day: string;
  limit: number;
};

const administered = sql<boolean>`exists (select from person
  where person.school_id = school.id and person.state = 'active' and person.school_admin <> '0')`;

const invited = (day: string) => sql<boolean>`exists (select from invitation where invitation.school_id = school.id
  and invitation.class_id is null and invitation.role = 'school_admin' and ${isOpenInvitation(day)})`;

/**
 * Returns the schools of a district to which administrators can be invited. Schools that need an invitation come first, so that the limit never hides
 * them.
 */
export const listSchoolsToInvite = (db: Db, { districtId, ids, day, limit }: Asked) =>
  db
    .selectFrom('school')
    .select(['school.id', 'school.name', 'school.email', 'school.state', 'school.district_id'])
    .select([administered.as('administered'), invited(day).as('invited')])
    .where('school.district_id', '=', districtId)
    .where((eb) =>
      ids === null
        ? eb.and([eb('school.state', 'in', ['active', 'closing']), eb.not(administered)])
        : eb('school.id', '=', matchTexts(ids)),
    )
    .orderBy(sql`${invited(day)} or school.email = ''`)
    .orderBy('school.sort_name')
    .orderBy('school.id')
    .limit(limit)
    .execute();
export type SchoolToInvite = Awaited<ReturnType<typeof listSchoolsToInvite>>[number];
