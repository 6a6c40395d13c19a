import {
  hasAccount,
  isAdvancedView,
  isCatalogueEditor,
  isDistrictAdmin,
  isSchoolAdmin,
  isStudent,
  isTeacher,
  type Person,
} from '@fundus/contract/access';
import type { FrontendConfig } from '@fundus/contract/config';
import { href } from '@fundus/contract/screens';

type Audience = 'guest' | 'learner' | 'teacher' | 'staff' | 'schoolAdmin' | 'districtAdmin' | 'editor';

type Described = {
  name: string;
  for: readonly Audience[];
  to: string | null;
  /** Setting that enables the feature of the topic. */
  with?: 'GeraeteVerleih' | 'LinkToMP';
};

/** Help topics with their audiences and link targets. */
const TOPICS = [
  { name: 'signIn', for: ['guest'], to: href('login') },
  { name: 'search', for: ['guest', 'teacher', 'staff', 'schoolAdmin', 'districtAdmin', 'editor'], to: null },
  { name: 'learnerAssignments', for: ['learner'], to: href('homepage') },
  { name: 'learnerGiven', for: ['learner'], to: href('classes') },
  { name: 'learnerLists', for: ['learner'], to: href('medialist', { id: 'released' }) },
  { name: 'learnerAsk', for: ['learner'], to: null },
  { name: 'learnerCode', for: ['learner'], to: null },
  { name: 'play', for: ['guest', 'teacher', 'staff', 'schoolAdmin', 'districtAdmin', 'editor'], to: null },
  { name: 'rights', for: ['teacher', 'staff', 'schoolAdmin'], to: null },
  { name: 'keep', for: ['teacher', 'staff', 'schoolAdmin', 'districtAdmin', 'editor'], to: href('library', { tab: 'bookmarks' }) },
  { name: 'share', for: ['teacher'], to: null },
  { name: 'excerpt', for: ['teacher'], to: null },
  { name: 'lists', for: ['teacher'], to: href('medialist', { id: 'mine' }) },
  { name: 'classes', for: ['teacher'], to: href('classes') },
  { name: 'assignments', for: ['teacher'], to: href('classes') },
  { name: 'codes', for: ['teacher'], to: href('classes') },
  { name: 'asked', for: ['teacher'], to: null },
  { name: 'recommend', for: ['teacher'], to: href('library', { tab: 'shared' }) },
  { name: 'lending', for: ['teacher', 'staff'], to: href('tech-rental'), with: 'GeraeteVerleih' },
  { name: 'purchase', for: ['teacher'], to: href('marketplace'), with: 'LinkToMP' },
  { name: 'material', for: ['teacher'], to: href('library', { tab: 'own' }) },
  { name: 'materialOfSchool', for: ['schoolAdmin'], to: href('school', {}, { tab: 'material' }) },
  { name: 'people', for: ['schoolAdmin'], to: href('school', {}, { tab: 'people' }) },
  { name: 'licences', for: ['schoolAdmin', 'districtAdmin'], to: href('library', { tab: 'licences' }, { view: 'manage' }) },
  { name: 'purchaseForSchool', for: ['schoolAdmin'], to: href('marketplace', {}, { tab: 'orders', all: '1' }), with: 'LinkToMP' },
  { name: 'schools', for: ['districtAdmin'], to: href('school') },
  { name: 'signOn', for: ['districtAdmin'], to: href('sign-on') },
  { name: 'imports', for: ['districtAdmin'], to: href('imports') },
  { name: 'editing', for: ['editor'], to: href('catalogue-editing') },
  { name: 'appearance', for: ['districtAdmin'], to: href('theme') },
] as const satisfies readonly Described[];

export type Topic = (typeof TOPICS)[number];
export const topicNames = TOPICS.map(({ name }) => name);

function audiencesOf(user: Person | null): ReadonlySet<Audience> {
  if (!user) return new Set(['guest']);
  if (!hasAccount(user) || isStudent(user)) return new Set(['learner']);
  const all: Audience[] = [];
  if (isTeacher(user)) all.push('teacher');
  if (isSchoolAdmin(user) && isAdvancedView(user)) all.push('schoolAdmin');
  if (isDistrictAdmin(user)) all.push('districtAdmin');
  if (isCatalogueEditor(user)) all.push('editor');
  return new Set(all.length > 0 ? all : ['staff']);
}

/** Returns the topics for a visitor, in the order in which they occur during a day. */
export function topicsFor(user: Person | null, config: Pick<FrontendConfig, 'GeraeteVerleih' | 'LinkToMP'>): Topic[] {
  const audiences = audiencesOf(user);
  return TOPICS.filter((topic: Described) => (!topic.with || config[topic.with]) && topic.for.some((audience) => audiences.has(audience)));
}
