import { MAIN_SUBJECTS } from '@fundus/contract/reference/main-subjects';
import { expect, it } from 'vitest';
import { subjectRules } from '../../../theme/subject-styles.ts';
import { SUBJECT_ICONS } from './subject-icons.tsx';

it('provides an icon and a colour for every subject', () => {
  expect(Object.keys(SUBJECT_ICONS).sort()).toEqual([...new Set(MAIN_SUBJECTS.map(({ icon }) => icon))].sort());
  expect(subjectRules()).toContain("[data-subject='biologie'] { --h: 146; --c: 0.95; }");
  expect(subjectRules().split('\n')).toHaveLength(MAIN_SUBJECTS.length);
});
