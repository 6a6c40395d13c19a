import { expect, test } from 'vitest';
import { isStudent, isRoleAllowed, type Person } from './access.ts';

const person = (about: Partial<Person>): Person => ({ role: '', school_admin: '0', district_admin: '0', capabilities: [], ...about });

test('treats a user without any rights as a student', () => {
  expect([{}, { role: 'S' }, { role: 'S', capabilities: undefined }].map((about) => isStudent(person(about)))).toEqual([true, true, true]);
  const others: Partial<Person>[] = [
    { role: 'L' },
    { role: 'P' },
    { school_admin: '1' },
    { school_admin: '2' },
    { district_admin: '1' },
    { capabilities: ['cap_lending'] },
  ];
  expect(others.map((about) => isStudent(person(about)))).toEqual(others.map(() => false));
});

test('rejects administrative rights for learners', () => {
  const rights: Partial<Person>[] = [{ school_admin: '1' }, { school_admin: '2' }, { district_admin: '1' }, { capabilities: ['cap_news'] }];
  for (const role of ['L', 'P', ''])
    expect([{}, ...rights].map((about) => isRoleAllowed(person({ ...about, role })))).toEqual(Array(5).fill(true));
  expect([{}, ...rights].map((about) => isRoleAllowed(person({ ...about, role: 'S' })))).toEqual([true, false, false, false, false]);
});
