import { isStudent } from '@fundus/contract/access';
import type { Medialist } from '@fundus/contract/medialists/medialists';
import type { Session } from '../../../stores/session.ts';

/** Returns whether the user may change whether the whole staff of the school sees the list. */
export const mayShowToStaff = ({ user, config }: Pick<Session, 'user' | 'config'>, { can, visibility }: Medialist): boolean =>
  can.manage &&
  visibility !== 'editorial' &&
  user !== false &&
  !isStudent(user) &&
  user.school_id !== null &&
  (!config.PrivateMedialists || visibility === 'school');
