/** Who may wish media for the school, and who decides (behaviour.md 5.4, 5.8.5 "ask to buy"). */
import { isSchoolAdmin } from '@fundus/contract/access';
import type { SignedIn } from '../../http/context.ts';
import { isStaff } from '../licences/index.ts';

/** Without a school there is nobody to decide; the district enters licences itself. */
export const mayWish = (user: SignedIn): boolean => isStaff(user) && user.school_id !== null;

export const mayDecide = (user: SignedIn): boolean => isSchoolAdmin(user) && user.school_id !== null;
