/**
 * Tabs of `/library/{tab?}`; the first is shown if the address names none. `own` is for teachers of a school, `excerpts` for users with excerpts,
 * `offline` unless downloads are off, `shared` for members of a school, `wishes` for teachers and deciders, `reports` for editors of the catalogue.
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

/** Groups of tabs, in the order of `LIBRARY_TABS`. */
export const LIBRARY_GROUPS = {
  collection: ['lists', 'bookmarks', 'excerpts', 'offline'],
  own: ['own'],
  shared: ['shared'],
  licences: ['licences', 'wishes', 'reports'],
  history: ['history', 'searches', 'downloads'],
} as const satisfies Record<string, readonly LibraryTab[]>;
export type LibraryGroup = keyof typeof LIBRARY_GROUPS;
