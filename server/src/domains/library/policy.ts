/** Who decides what is wished for the school (docs/behaviour/library.md#wishes); who may wish it says the catalogue. */
import { isSchoolAdmin } from '@fundus/contract/access';
import type { SignedIn } from '../../http/context.ts';

export const mayDecide = (user: SignedIn): boolean => isSchoolAdmin(user) && user.school_id !== null;
