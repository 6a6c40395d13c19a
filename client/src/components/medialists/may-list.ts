/** Returns whether the user may have media lists: staff, and learners if their school permits it. */
import { mayOwnLists } from '@fundus/contract/medialists/rules';
import type { Session } from '../../stores/session.ts';

export const mayCreateLists = ({ user }: Pick<Session, 'user'>): boolean =>
  user !== false && mayOwnLists(user, user.student_lists ?? false);
