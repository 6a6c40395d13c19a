/**
 * Tabs of `/library/{tab?}`, of which the first is the default. Some are shown only to certain users: `own` to teachers of a school, `shared` to
 * members of a school, and `reports` to catalogue editors.
 */
export const LIBRARY_TABS = [
  'lists',
  'bookmarks',
  'excerpts',
  'offline',
  'own',
  'shared',
  'licences',
  'wishes',
  'reports',
  'history',
  'searches',
  'downloads',
] as const;
export type LibraryTab = (typeof LIBRARY_TABS)[number];

/** Groups of tabs. Groups and their tabs are in the same order as `LIBRARY_TABS`. */
export const LIBRARY_GROUPS = {
  collection: ['lists', 'bookmarks', 'excerpts', 'offline'],
  own: ['own'],
  shared: ['shared'],
  licences: ['licences', 'wishes', 'reports'],
  history: ['history', 'searches', 'downloads'],
} as const satisfies Record<string, readonly LibraryTab[]>;
export type LibraryGroup = keyof typeof LIBRARY_GROUPS;
