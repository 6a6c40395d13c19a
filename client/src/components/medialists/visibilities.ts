/**
 * Returns the visibilities that a new list can have, the default first. Visibility for the school is missing because it is set by sharing the list.
 * Pure.
 */
import type { ListVisibility } from '@fundus/contract/medialists/rules';

export const visibilitiesFor = (editorial: boolean): ListVisibility[] => (editorial ? ['private', 'editorial'] : ['private']);
