/** Fixtures for media lists. */
import type { ListItem } from '@fundus/contract/medialists/items';
import type { ListCan, ListLine, Medialist } from '@fundus/contract/medialists/medialists';
import { mediaItem } from './media-item.ts';

export const listId = '01890000-0000-7000-8000-000000000501';
export const itemId = (n: number): string => `01890000-0000-7000-8000-00000000060${n}`;

export const listLine = (about: Partial<ListLine> = {}): ListLine => ({
  id: listId,
  title: 'Vulkane',
  visibility: 'school',
  state: 'active',
  role: 'owner',
  owner: 'Miriam Falkner',
  subjects: [{ code: '220', label: 'Geografie' }],
  grades: [8],
  planned_for: null,
  cover: null,
  items: 3,
  releases: 0,
  updated_at: '2026-11-20T08:00:00.000Z',
  restore_until: null,
  ...about,
});

export const listItem = (n: number, about: Partial<ListItem> = {}): ListItem => ({
  id: itemId(n),
  kind: 'media',
  identifier: `FU-${n}`,
  item: mediaItem({ identifier: `FU-${n}`, fn_titel: `Medium ${n}` }),
  title: `Medium ${n}`,
  start_s: null,
  end_s: null,
  url: null,
  body: '',
  note_teacher: '',
  note_learner: '',
  visible_to_learners: true,
  availability: 'playable',
  version: 1,
  added_by: 'Miriam Falkner',
  added_at: '2026-11-20T08:00:00.000Z',
  ...about,
});

const MAY: ListCan = {
  editItems: true,
  manage: true,
  release: false,
  releaseToSchool: false,
  copy: true,
  archive: true,
  restore: false,
  delete: true,
  handOver: true,
  leave: false,
  seeSharing: false,
  link: false,
  substitute: false,
  seeLinks: false,
};

export const medialist = ({ can, ...about }: Partial<Omit<Medialist, 'can'>> & { can?: Partial<ListCan> } = {}): Medialist => ({
  ...listLine(),
  description: '',
  cover_choice: 'auto',
  version: 1,
  content_version: 1,
  contents: [listItem(1), listItem(2), listItem(3)],
  left_out: 0,
  duration: 0,
  ...about,
  can: { ...MAY, ...can },
});

/** Returns a media list as a learner sees it. */
export const forLearner = (about: Partial<Omit<Medialist, 'can'>> = {}): Medialist =>
  medialist({
    role: 'released',
    owner: '',
    ...about,
    can: Object.fromEntries(Object.keys(MAY).map((right) => [right, false])) as ListCan,
  });
