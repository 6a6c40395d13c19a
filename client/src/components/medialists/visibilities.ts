/** Returns the visibilities a new list can have, the default first: showing it to the school is part of sharing. Pure. */
import type { ListVisibility } from '@fundus/contract/medialists/rules';

export const visibilitiesFor = (editorial: boolean): ListVisibility[] => (editorial ? ['private', 'editorial'] : ['private']);
