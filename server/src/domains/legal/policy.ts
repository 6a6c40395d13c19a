/** Returns whether the user may edit legal pages. */
import { isDistrictAdmin, type Person } from '@fundus/contract/access';

export const mayEditLegal = (person: Person | null): boolean => person !== null && isDistrictAdmin(person);
