/** Returns the request body that restores a withdrawn release. Pure. */
import { today } from '@fundus/contract/days';
import type { Release } from '@fundus/contract/medialists/sharing';

const FIELDS = { class: 'classes', group: 'groups', learner: 'learners' } as const;

export function copyReleaseTerms({ target, target_id, visible_from, visible_until, can_download }: Release) {
  const to = target === 'school' || target_id === null ? { school: true } : { [FIELDS[target]]: [target_id] };
  // A first day in the past is omitted.
  const from = visible_from !== null && visible_from > today(new Date()) ? visible_from : null;
  return { ...to, visible_from: from, visible_until, can_download };
}
