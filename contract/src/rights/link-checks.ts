/** Rights on link checks. Administrators of all districts are admitted, because the catalogue belongs to the portal. */
import type { linkChecks } from '../link-checks/link-checks.ts';
import { DISTRICT, DISTRICT_UNKNOWN, type Right } from './marks.ts';

export const LINK_CHECK_RIGHTS: Record<keyof typeof linkChecks, Right> = {
  checkNow: DISTRICT_UNKNOWN,
  exportList: DISTRICT,
  list: DISTRICT,
  ofMedium: DISTRICT,
};
