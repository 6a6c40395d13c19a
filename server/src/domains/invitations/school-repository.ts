/** SQL of the invitations of a school, to be taken along. */
import { MOST_EXPORTED } from '../../domain.ts';
import type { Db } from '../../db/open.ts';

/** Without their ids: who knows one holds the link. */
export const collectInvitations = (db: Db, schoolId: string) =>
  db
    .selectFrom('invitation')
    .select(['invitation.kind', 'invitation.role', 'invitation.email', 'invitation.vorname', 'invitation.name', 'invitation.message'])
    .select(['invitation.used_count', 'invitation.max_uses', 'invitation.created_at', 'invitation.expires_on', 'invitation.accepted_at'])
    .where('invitation.school_id', '=', schoolId)
    .orderBy('invitation.created_at')
    .orderBy('invitation.id')
    .limit(MOST_EXPORTED)
    .execute();
