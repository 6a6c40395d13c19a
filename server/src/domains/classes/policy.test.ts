/** Tests the table of rights in docs/behaviour/classes.md#rights and derived states. */
import type { ClassCan } from '@fundus/contract/classes/classes';
import { describe, expect, test } from 'vitest';
import { classPermissions, isVisibleOn, maySeeClass, mayCreate, classRefusal, roleIn, stateOf, type ClassFacts } from './policy.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

const person = (more: Partial<SignedIn>): SignedIn =>
  ({ id: 'p', role: 'L', school_admin: '0', district_admin: '0', capabilities: [], school_id: 's', district_id: 'd', ...more }) as SignedIn;
const known = (more: Partial<ClassFacts> = {}): ClassFacts => ({
  school_id: 's',
  state: 'active',
  owners: ['A', 'B'],
  external_ref: null,
  role: null,
  ...more,
});

const WHO: Record<string, [SignedIn, ClassFacts['role']]> = {
  owner: [person({}), 'owner'],
  teacher: [person({}), 'teacher'],
  learner: [person({ role: 'S' }), 'student'],
  code: [person({ role: 'S', by_code: { label: '8b-07', valid_until: '2027-07-31' } }), 'student'],
  colleague: [person({}), null],
  administrator: [person({ role: 'P', school_admin: '1' }), null],
  elsewhere: [person({ school_admin: '1', school_id: 't' }), null],
  district: [person({ district_admin: '1', school_id: null }), null],
};

const marks = (state: ClassFacts['state'], owners = ['A', 'B']) =>
  Object.fromEntries(
    Object.entries(WHO).map(([who, [user, role]]) => {
      const at = known({ state, owners, role });
      const can = classPermissions(user, at);
      const may = Object.entries(can).filter(([, yes]) => yes);
      for (const right of Object.keys(can) as (keyof ClassCan)[])
        expect(classRefusal(user, at, right) === undefined, `${who} ${right}`).toBe(can[right]);
      return [who, maySeeClass(user, at) ? may.map(([right]) => right).join(' ') || 'see' : '-'];
    }),
  );

describe('rights on a class', () => {
  test('in an active class match the table', () => {
    expect(marks('active')).toEqual({
      owner: 'share codes makeCodes members groups seeMembers edit archive delete leave',
      teacher: 'share codes makeCodes members groups seeMembers leave',
      learner: 'leave',
      code: 'see',
      colleague: '-',
      administrator: 'share codes makeCodes members groups seeMembers edit archive delete follow',
      elsewhere: '-',
      district: '-',
    });
  });

  test('in an archived class exclude all changes and all learners', () => {
    expect(marks('archived')).toEqual({
      owner: 'codes seeMembers restore delete leave',
      teacher: 'codes seeMembers leave',
      learner: '-',
      code: '-',
      colleague: '-',
      administrator: 'codes seeMembers restore delete',
      elsewhere: '-',
      district: '-',
    });
  });

  test('in a class without an owner let an administrator assign one', () => {
    const { owner: _owner, ...others } = marks('active', []);
    expect(others).toMatchObject({
      teacher: 'codes seeMembers leave',
      learner: 'leave',
      administrator: 'codes seeMembers archive delete adopt follow',
      colleague: '-',
    });
  });

  test('do not exist in a deleted class', () => {
    expect(new Set(Object.values(marks('deleted')))).toEqual(new Set(['-']));
  });

  test('are refused with not_found, forbidden, state_conflict or locked', () => {
    const code = (who: string, at: Partial<ClassFacts>, right: keyof ClassCan) => {
      const [user, role] = WHO[who]!;
      return classRefusal(user, known({ role, ...at }), right)?.code;
    };
    expect(code('colleague', {}, 'share')).toBe('not_found');
    expect(code('learner', {}, 'share')).toBe('forbidden');
    expect(code('teacher', { state: 'archived' }, 'share')).toBe('locked');
    expect(code('owner', { state: 'archived' }, 'archive')).toBe('state_conflict');
    expect(code('teacher', { owners: [] }, 'share')).toBe('locked');
    expect(code('owner', { owners: ['A'] }, 'leave')).toBe('state_conflict');
  });

  test('end if a teacher has become a learner', () => {
    expect(roleIn(person({ role: 'S' }), { role: 'owner' })).toBe(null);
    expect(roleIn(person({ role: 'L' }), { role: 'student' })).toBe(null);
  });
});

test('derives the state locked for an active class without an owner', () => {
  expect([stateOf(known()), stateOf(known({ owners: [] })), stateOf(known({ owners: [], state: 'archived' }))]).toEqual([
    'active',
    'locked',
    'archived',
  ]);
});

test('limits class creation by role and school setting', () => {
  const [teachers, administrators] = [{ class_creation: 'teachers' as const }, { class_creation: 'administrators' as const }];
  const may = (user: SignedIn) => [mayCreate(user, teachers), mayCreate(user, administrators), mayCreate(user, undefined)];
  expect(may(person({}))).toEqual([true, false, false]);
  expect(may(person({ role: 'P', school_admin: '1' }))).toEqual([true, true, true]);
  expect(may(person({ role: 'P' }))).toEqual([false, false, false]);
  expect(may(person({ role: 'S' }))).toEqual([false, false, false]);
  expect(may(person({ school_id: null }))).toEqual([false, false, false]);
});

test('shows a medium from its first to its last day', () => {
  const days = { visible_from: '2026-11-20', visible_until: '2026-11-22' };
  expect(['2026-11-19', '2026-11-20', '2026-11-22', '2026-11-23'].map((day) => isVisibleOn(days, day))).toEqual([false, true, true, false]);
  expect(isVisibleOn({ visible_from: null, visible_until: null }, '2026-11-20')).toBe(true);
});
