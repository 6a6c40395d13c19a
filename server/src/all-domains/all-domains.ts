/** Operations to which every domain contributes, implemented as loops over all domains. */
import type { AllDomains, Service } from '../http/context.ts';
import type { JobKind, Worker } from '../jobs/runner.ts';
import { erasePeople, listObligations } from './erase-people.ts';
import { DOMAINS } from './list.ts';
import { undoMoves, moveMedium } from './merge-media.ts';
import { mergeSchools } from './merge-schools.ts';
import { selectServices, type WholePortal } from './portal-of.ts';
import { readPersonData } from './person-data.ts';
import { readSchoolData } from './school-data.ts';

export const ALL_DOMAINS: AllDomains = {
  personData: readPersonData,
  schoolData: readSchoolData,
  mergeSchools,
  moveMedium,
  moveBack: undoMoves,
  erasePeople,
  obligations: listObligations,
};

/** Returns the workers of all domains by kind of job. */
export const makeWorkers = (portal: WholePortal): Record<string, Worker | JobKind> =>
  Object.assign({}, ...Object.values(DOMAINS).map(({ jobs, services }) => jobs?.(selectServices<Service>(portal, services))));
