/** Rights on link checks: all editors of the catalogue, which belongs to the portal. */
import type { linkChecks } from '../link-checks/link-checks.ts';
import { DISTRICT, DISTRICT_UNKNOWN, type Right } from './marks.ts';

export const LINK_CHECK_RIGHTS: Record<keyof typeof linkChecks, Right> = {
  checkNow: DISTRICT_UNKNOWN,
  exportList: DISTRICT,
  list: DISTRICT,
  ofMedium: DISTRICT,
};
