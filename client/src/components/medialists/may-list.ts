/** Who puts media into lists of their own: those who work here, and learners whose school lets them. */
import { mayOwnLists } from '@fundus/contract/medialists/rules';
import type { Session } from '../../stores/session.ts';

export const mayList = ({ user }: Pick<Session, 'user'>): boolean => user !== false && mayOwnLists(user, user.student_lists ?? false);
