import type { PickedItem } from '@fundus/contract/lti/lti';

/** Chosen items by kind and id, in order of choice. */
export type Chosen = ReadonlyMap<string, PickedItem>;
