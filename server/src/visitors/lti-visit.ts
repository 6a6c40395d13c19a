/**
 * Anonymous visitors from a learning platform. They count as members of the deployment's school
 * (docs/decisions/0060-lti-visits-without-an-account.md).
 */
import type { LtiTarget, PlatformService } from '@fundus/contract/lti/rules';
import { isSchoolOpen } from '@fundus/contract/schools/rules';
import type { Db } from '../db/open.ts';
import type { LtiCourse } from '../lti/messages.ts';
import { findVisit } from './lti-repository.ts';
import { readLearner } from './repository.ts';
import type { ContentRecipient, LtiVisit } from './lti-visit-fields.ts';

export async function readVisit(db: Db, by: { token_hash: string } | { id: string }, now: Date): Promise<LtiVisit | undefined> {
  const row = await findVisit(db, by, now);
  if (!row || !isSchoolOpen(row.school_state)) return undefined;
  const target = row.target as LtiTarget | null;
  const course = row.course_id && row.class_id ? { id: row.course_id, class_id: row.class_id, class_name: row.class_name ?? '' } : null;
  const joins = row.role === 'S' && target?.kind === 'task' && course && row.code_id;
  const learner = joins ? ((await readLearner(db, joins, now)) ?? null) : null;
  return {
    id: row.id,
    ...{ platformCourse: row.course as LtiCourse | null, course, services: row.services as PlatformService[], learner },
    platform: {
      ...{ id: row.platform_id, name: row.platform_name, issuer: row.issuer, client_id: row.client_id },
      ...{ deployment: row.deployment, deployment_id: row.deployment_id },
    },
    target,
    pick: row.pick as ContentRecipient | null,
    user: {
      ...{ id: row.id, role: row.role, school_admin: '0', district_admin: '0', vorname: '', name: '', email: '' },
      ...{ school_id: row.school_id, schulname: row.schulname, klassenID: null, district_id: row.district_id },
      ...{ licences: learner?.licences ?? row.licences, show_jitsi: false, shared_classes: [], capabilities: [], lends_at: [], given: [] },
    },
  };
}
