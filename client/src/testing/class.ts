/** Fixtures for classes. */
import type { ClassMedium } from '@fundus/contract/classes/media';
import type { ClassMember } from '@fundus/contract/classes/members';
import type { Class, ClassCan, ClassLine, classes } from '@fundus/contract/classes/classes';
import type { Reply } from '@fundus/contract/endpoint';
import { mediaItem } from './media-item.ts';

export const classId = '01890000-0000-7000-8000-000000000001';

export const classLine = (about: Partial<ClassLine> = {}): ClassLine => ({
  id: classId,
  name: '8b Geografie',
  kind: 'class',
  grade: 8,
  subject: '220',
  school_year: '2026/27',
  needs: [],
  state: 'active',
  learners: 24,
  media: 2,
  applied: 0,
  questions: 0,
  new_results: 0,
  new_feedback: 0,
  owners: ['Miriam Falkner'],
  role: 'owner',
  last_activity: '2026-11-20',
  successor: null,
  restore_until: null,
  portal_group: null,
  version: 3,
  ...about,
});

const MAY: ClassCan = {
  share: true,
  codes: true,
  makeCodes: true,
  members: true,
  groups: true,
  seeMembers: true,
  edit: true,
  archive: true,
  restore: false,
  delete: true,
  adopt: false,
  follow: false,
  leave: false,
};
const MAY_NOT = Object.fromEntries(Object.keys(MAY).map((key) => [key, false])) as ClassCan;
/** Returns permissions in which only the given ones are granted, such as those of a learner. */
export const mayOnly = (about: Partial<ClassCan>): ClassCan => ({ ...MAY_NOT, ...about });

export const classOf = ({ can, ...about }: Partial<Omit<Class, 'can'>> & { can?: Partial<ClassCan> } = {}): Class => ({
  ...classLine(),
  school: { id: 'school-1', name: 'Gymnasium am Lindenhof' },
  needs: [],
  join_policy: 'closed',
  join_code: null,
  picture_login: false,
  video_room: null,
  external: false,
  groups: [],
  codes: 0,
  ...about,
  can: { ...MAY, ...can },
});

export const classMedium = (n: number, about: Partial<ClassMedium> = {}): ClassMedium => ({
  id: `01890000-0000-7000-8000-00000000010${n}`,
  kind: 'media',
  identifier: `FU-${n}`,
  item: mediaItem({ identifier: `FU-${n}`, fn_titel: `Medium ${n}` }),
  title: `Medium ${n}`,
  excerpt: null,
  note: '',
  visible_from: null,
  visible_until: null,
  can_download: false,
  shared_by: 'Miriam Falkner',
  shared_at: '2026-11-20T08:00:00.000Z',
  state: 'shown',
  seats: null,
  version: 1,
  ...about,
});

export const classMember = (n: number, about: Partial<ClassMember> = {}): ClassMember => ({
  id: `01890000-0000-7000-8000-00000000020${n}`,
  kind: 'person',
  person_id: `01890000-0000-7000-8000-00000000030${n}`,
  code_id: null,
  name: `Kind ${n}`,
  role: 'student',
  state: 'active',
  groups: [],
  joined_at: '2026-11-20T08:00:00.000Z',
  last_seen_on: null,
  ...about,
});

/** Returns a reply with a list of classes. */
export const classList = (items: readonly ClassLine[] = []): Reply<typeof classes.list> => ({
  ...{ total: items.length, offset: 0, limit: 100, items: [...items], years: [] },
  counts: { own: items.length, shared: 0, archived: 0, school: 0, deleted: 0 },
  codes_without_class: 0,
  can: { create: true, seeSchool: false, join: false },
});
