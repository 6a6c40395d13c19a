import type { PickedItem } from '@fundus/contract/lti/lti';

/** What was chosen, by its kind and id, in the order of choosing. */
export type Chosen = ReadonlyMap<string, PickedItem>;
