import type { Medialist } from '@fundus/contract/medialists/medialists';
import type { Session } from '../../../stores/session.ts';
import { mayShowToStaff } from './may-show-to-staff.ts';

const LIST_TARGETS = ['learners', 'colleagues', 'school', 'link'] as const;
export type ListTargetName = (typeof LIST_TARGETS)[number];

/** Returns the targets with which the user may share the list. */
export function shareTargetsOf(session: Pick<Session, 'user' | 'config'>, list: Medialist): ListTargetName[] {
  const { can, visibility } = list;
  const may: Record<ListTargetName, boolean> = {
    learners: can.release,
    colleagues: can.manage && can.seeSharing && visibility !== 'editorial',
    school: can.releaseToSchool || mayShowToStaff(session, list),
    link: can.link || can.substitute,
  };
  return LIST_TARGETS.filter((name) => may[name]);
}
