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

describe('refusal of an invitation', () => {
  test.each([
    ['a teacher of the school', teacher, school, null],
    ['a teacher of another school, who will be asked', { ...teacher, school_id: 'b' }, school, null],
    ['a teacher without a school', { ...teacher, school_id: null }, school, null],
    ['a pupil where teachers are meant', pupil, school, 'role_not_allowed'],
    ['a teacher where pupils are meant', teacher, { ...school, role: 'student' }, 'role_not_allowed'],
    ['a pupil of another school', { ...pupil, school_id: 'b' }, { ...school, role: 'student' }, 'student_other_school'],
    ['the address it is for, whatever its case', teacher, { ...school, email: 't@Schule.example' }, null],
    ['another address', teacher, { ...school, email: 'u@schule.example' }, 'wrong_account'],
    ['an address of the domain', teacher, { ...school, allowed_domains: ['schule.example'] }, null],
    ['an address of another domain', teacher, { ...school, allowed_domains: ['andere.example'] }, 'domain_not_allowed'],
    ['no address where a domain is asked', pupil, { ...school, role: 'student', allowed_domains: ['a.example'] }, 'domain_not_allowed'],
    ['a pupil of the school, to a class', pupil, group, null],
    ['a pupil, with colleagues to a class', pupil, colleagues, null],
    ['a pupil, to a class for colleagues only', pupil, { ...colleagues, students_allowed: false }, 'role_not_allowed'],
    ['a teacher, to a class for pupils only', teacher, group, 'role_not_allowed'],
    ['a pupil without a school, to a class of the school', { ...pupil, school_id: null }, group, 'wrong_school'],
    ['a pupil, to a class without pupils', pupil, { ...group, students_allowed: false }, 'role_not_allowed'],
    [
      'a pupil of another school, to an open class',
      { ...pupil, school_id: 'b' },
      { ...group, own_school_only: false },
      'student_other_school',
    ],
    ['a teacher of another school, to a class of the school', { ...teacher, school_id: 'b' }, colleagues, 'wrong_school'],
    ['a teacher without a school, to a class of the school', { ...teacher, school_id: null }, colleagues, 'wrong_school'],
    ['a teacher of another school, to an open class', { ...teacher, school_id: 'b' }, { ...colleagues, own_school_only: false }, null],
  ] as const)('%s', (_, visitor, offer, refusal) => {
    expect(refusalOf(visitor, offer)).toBe(refusal);
  });
});
