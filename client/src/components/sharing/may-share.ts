/** Who may give media to classes: those who work at the school and see its classes. */
import { admission, isSchoolAdmin, isTeacher } from '@fundus/contract/access';
import { screens } from '@fundus/contract/screens';
import type { Session } from '../../stores/session.ts';

export const mayShare = ({ user, config }: Pick<Session, 'user' | 'config'>): boolean =>
  user !== false &&
  user.school_id !== null &&
  (isTeacher(user) || isSchoolAdmin(user)) &&
  admission(screens.classes, user, config) === 'admitted';
