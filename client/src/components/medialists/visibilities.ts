/** Returns the visibilities the user can choose for a list, the default first. Pure. */
import { isStudent } from '@fundus/contract/access';
import type { ListVisibility } from '@fundus/contract/medialists/rules';
import type { Session } from '../../stores/session.ts';

export function visibilitiesFor({ user, config }: Pick<Session, 'user' | 'config'>, editorial: boolean): ListVisibility[] {
  const own: ListVisibility[] =
    !user || isStudent(user) || user.school_id === null
      ? ['private']
      : config.PrivateMedialists
        ? ['private', 'school']
        : ['school', 'private'];
  return editorial ? [...own, 'editorial'] : own;
}
