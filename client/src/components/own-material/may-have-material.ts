import { isTeacher } from '@fundus/contract/access';
import type { Session } from '../../stores/session.ts';

/** Returns whether the user may have own material, which requires a teacher with a school. */
export const mayHaveMaterial = ({ user }: Pick<Session, 'user'>): boolean => user !== false && user.school_id !== null && isTeacher(user);
