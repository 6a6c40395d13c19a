import { isTeacher } from '@fundus/contract/access';
import type { Session } from '../../stores/session.ts';

/** Returns whether the user may have material of their own: teachers of a school. */
export const mayHaveMaterial = ({ user }: Pick<Session, 'user'>): boolean => user !== false && user.school_id !== null && isTeacher(user);
