import { describe, expect, test } from 'vitest';
import { refusalOf } from './rules.ts';

const teacher = { email: 'T@schule.example', school_id: 'a', learner: false };
const pupil = { email: '', school_id: 'a', learner: true };
const school = {
  target: 'school',
  role: 'teacher',
  email: null,
  school_id: 'a',
  allowed_domains: [] as string[],
  own_school_only: true,
  students_allowed: true,
};
const group = { ...school, target: 'class', role: 'student' };
const colleagues = { ...group, role: 'teacher' };

describe('check of an invitation', () => {
  test.each([
    ['a teacher of the school', teacher, school, null],
    ['a teacher of another school who must confirm the change', { ...teacher, school_id: 'b' }, school, null],
    ['a teacher without a school', { ...teacher, school_id: null }, school, null],
    ['a pupil with an invitation for teachers', pupil, school, 'role_not_allowed'],
    ['a teacher with an invitation for pupils', teacher, { ...school, role: 'student' }, 'role_not_allowed'],
    ['a pupil of another school', { ...pupil, school_id: 'b' }, { ...school, role: 'student' }, 'student_other_school'],
    ['the invited address in different case', teacher, { ...school, email: 't@Schule.example' }, null],
    ['another address', teacher, { ...school, email: 'u@schule.example' }, 'wrong_account'],
    ['an address with an allowed domain', teacher, { ...school, allowed_domains: ['schule.example'] }, null],
    ['an address with another domain', teacher, { ...school, allowed_domains: ['andere.example'] }, 'domain_not_allowed'],
    [
      'a pupil without an address if domains are required',
      pupil,
      { ...school, role: 'student', allowed_domains: ['a.example'] },
      'domain_not_allowed',
    ],
    ['a pupil of the school who joins a class', pupil, group, null],
    ['a pupil with a class invitation for teachers and learners', pupil, colleagues, null],
    ['a pupil with a class invitation for teachers only', pupil, { ...colleagues, students_allowed: false }, 'role_not_allowed'],
    ['a teacher with a class invitation for pupils only', teacher, group, 'role_not_allowed'],
    ['a pupil without a school who joins a class limited to the school', { ...pupil, school_id: null }, group, 'wrong_school'],
    ['a pupil with a class invitation that excludes pupils', pupil, { ...group, students_allowed: false }, 'role_not_allowed'],
    [
      'a pupil of another school who joins a class open to other schools',
      { ...pupil, school_id: 'b' },
      { ...group, own_school_only: false },
      'student_other_school',
    ],
    ['a teacher of another school who joins a class limited to the school', { ...teacher, school_id: 'b' }, colleagues, 'wrong_school'],
    ['a teacher without a school who joins a class limited to the school', { ...teacher, school_id: null }, colleagues, 'wrong_school'],
    [
      'a teacher of another school who joins a class open to other schools',
      { ...teacher, school_id: 'b' },
      { ...colleagues, own_school_only: false },
      null,
    ],
  ] as const)('accepts or rejects %s', (_, visitor, offer, refusal) => {
    expect(refusalOf(visitor, offer)).toBe(refusal);
  });
});
