import type { PickedItem } from '@fundus/contract/lti/lti';

/** Selected items in the order of selection. The key consists of kind and ID. */
export type ChosenItems = ReadonlyMap<string, PickedItem>;
