import { isStudent } from '@fundus/contract/access';
import type { Medialist } from '@fundus/contract/medialists/medialists';
import type { Session } from '../../../stores/session.ts';

/** Returns whether the user may show the list to all staff of the school, or hide it from them again. */
export const mayShowToStaff = ({ user, config }: Pick<Session, 'user' | 'config'>, { can, visibility }: Medialist): boolean =>
  can.manage &&
  visibility !== 'editorial' &&
  user !== false &&
  !isStudent(user) &&
  user.school_id !== null &&
  (!config.PrivateMedialists || visibility === 'school');
