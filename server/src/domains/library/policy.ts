/** Who may wish media for the school, and who decides (behaviour.md 5.4, 5.8.5 "ask to buy"). */
import { isSchoolAdmin } from '@fundus/contract/access';
import type { SignedIn } from '../../http/context.ts';
import { isStaff } from '../licences/index.ts';

export const mayWish = (user: SignedIn): boolean => isStaff(user);

export const mayDecide = (user: SignedIn): boolean => isSchoolAdmin(user) && user.school_id !== null;
