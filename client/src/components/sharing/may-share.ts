/** Returns whether the user may share media with classes: teachers and administrators of a school. */
import { admission, isSchoolAdmin, isTeacher } from '@fundus/contract/access';
import { screens } from '@fundus/contract/screens';
import type { Session } from '../../stores/session.ts';

export const mayShare = ({ user, config }: Pick<Session, 'user' | 'config'>): boolean =>
  user !== false &&
  user.school_id !== null &&
  (isTeacher(user) || isSchoolAdmin(user)) &&
  admission(screens.classes, user, config) === 'admitted';
