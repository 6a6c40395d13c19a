/** Tabs of `/library/{tab?}`; the first is the one without a name in the address. `own` is for teachers of a school, `excerpts` is there while there are excerpts, `shared` is for the people of a school, `wishes` is for those who teach or decide, `reports` for editors of the catalogue. */
export const LIBRARY_TABS = [
  'licences',
  'bookmarks',
  'lists',
  'own',
  'excerpts',
  'shared',
  'history',
  'searches',
  'downloads',
  'wishes',
  'reports',
] as const;
export type LibraryTab = (typeof LIBRARY_TABS)[number];
