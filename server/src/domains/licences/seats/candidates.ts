/** Search for recipients of a seat (docs/behaviour/licences.md#candidates). People can only be searched, not listed. */
import { fullName } from '@fundus/contract/people/full-name';
import { today } from '@fundus/contract/days';
import { AppError } from '@fundus/contract/errors';
import { MIN_LETTERS } from '@fundus/contract/people/rules';
import { type Candidate } from '@fundus/contract/licences/seats';
import type { UserCtx } from '../../../http/context.ts';
import { isForPeople } from '../active.ts';
import { findClassCandidates } from './class-seat-repository.ts';
import type { ManagedRow } from '../manage-repository.ts';
import { mayAssign, maySeeNames } from '../policy.ts';
import { findCodes, findPeople, findSchools } from './candidate-repository.ts';
import { requireManaged } from '../service.ts';

const MAX_CANDIDATES = 20;

export async function readCandidates(ctx: UserCtx, id: string, q: string): Promise<{ items: Candidate[] }> {
  const row = await requireManaged(ctx, id);
  if (!mayAssign(ctx.user, row)) throw new AppError('forbidden');
  if (!isForPeople(row)) return { items: await offerSchools(ctx, row, q) };
  return { items: [...(await offerClasses(ctx, row, q)), ...(q.length < MIN_LETTERS ? [] : await offerPeople(ctx, row, q))] };
}

const criteriaOf = (row: ManagedRow, q: string) => ({
  licenceId: row.id,
  q,
  audience: row.audience,
  schoolId: row.school_id,
  districtId: row.owner_district,
});

async function offerSchools(ctx: UserCtx, row: ManagedRow, q: string): Promise<Candidate[]> {
  const schools = await findSchools(ctx.db, criteriaOf(row, q), MAX_CANDIDATES);
  return schools.map((school) => ({
    kind: 'school',
    id: school.id,
    name: school.name,
    about: [school.number, school.city].filter(Boolean).join(' · '),
    has: school.seat_id !== null,
    members: school.members,
  }));
}

/** Returns classes and groups for a school's licence with several seats for learners. District users do not see classes. */
async function offerClasses(ctx: UserCtx, row: ManagedRow, q: string): Promise<Candidate[]> {
  if (row.scope !== 'volume' || row.audience === 'teacher' || row.school_id === null || row.school_id !== ctx.user.school_id) return [];
  const found = await findClassCandidates(ctx.db, row.id, row.school_id, q, today(ctx.now), MAX_CANDIDATES);
  return found.map(({ id, name, group_id, group_name, has, members }) => ({
    kind: group_id === null ? 'class' : 'group',
    id: group_id ?? id,
    name: group_name === null ? name : `${name} · ${group_name}`,
    about: group_id === null ? 'class' : 'group',
    has,
    members,
  }));
}

/** Returns people and learner codes. `has` is set only for seats the user may see. Assigning a seat to a holder again has no effect. */
async function offerPeople(ctx: UserCtx, row: ManagedRow, q: string): Promise<Candidate[]> {
  const seesAll = maySeeNames(ctx.user, row);
  const sees = ({ seat_id, assigned_by }: { seat_id: string | null; assigned_by: string | null }) =>
    seat_id !== null && (seesAll || assigned_by === ctx.user.id);
  const people = await findPeople(ctx.db, criteriaOf(row, q), MAX_CANDIDATES);
  const codes = row.school_id !== null && row.school_id === ctx.user.school_id && row.audience !== 'teacher';
  const found = codes ? await findCodes(ctx.db, { ...criteriaOf(row, q), day: today(ctx.now) }, MAX_CANDIDATES) : [];
  return [
    ...people.map((person): Candidate => ({
      kind: 'person',
      id: person.id,
      name: fullName(person),
      about: row.school_id === null ? (person.school_name ?? '') : person.role === 'L' ? 'teacher' : 'learner',
      has: sees(person),
      members: 1,
    })),
    ...found.map((code): Candidate => ({ kind: 'code', id: code.id, name: code.label, about: 'code', has: sees(code), members: 1 })),
  ];
}
