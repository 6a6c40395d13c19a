/**
 * Anonymous visitors with a share link to a media list. They count as members of the list's school
 * (docs/decisions/0042-separate-sessions-for-anonymous-visitors.md).
 */
import type { LinkKind } from '@fundus/contract/medialists/rules';
import { today } from '@fundus/contract/days';
import { isSchoolOpen } from '@fundus/contract/schools/rules';
import type { Db } from '../db/open.ts';
import { findLinked } from './linked-repository.ts';
import type { SignedIn } from './signed-in.ts';

export type LinkedVisitor = {
  link_id: string;
  list_id: string;
  kind: LinkKind;
  valid_until: string;
  /** An anonymous learner of the school, or an anonymous teacher if the link is for a substitute. `id` is the id of the session. */
  user: SignedIn & { session_id: string };
};

/**
 * Returns the visitor for the hash of a cookie or for a session. Returns `undefined` if the session has ended, the link is invalid, or the list is
 * archived.
 */
export async function readLinked(db: Db, by: { hash: string } | { session_id: string }, now: Date): Promise<LinkedVisitor | undefined> {
  const row = await findLinked(db, by, now, today(now));
  if (!row || !isSchoolOpen(row.school_state)) return undefined;
  const { link_id, list_id, kind, valid_until, session_id, school_id, schulname, district_id, licences } = row;
  return {
    ...{ link_id, list_id, kind, valid_until },
    user: {
      ...{ id: session_id, session_id, role: kind === 'substitute' ? 'L' : 'S', school_admin: '0', district_admin: '0' },
      ...{ vorname: '', name: '', email: '', school_id, schulname, klassenID: null, district_id, licences },
      ...{ show_jitsi: false, shared_classes: [], capabilities: [], lends_at: [], given: [] },
    },
  };
}
