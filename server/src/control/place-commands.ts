/** Commands `district add|rename|list`, `school add|list` and `user add`, which set up a portal without the demo. */
import { randomBytes } from 'node:crypto';
import { AppError } from '@fundus/contract/errors';
import { CAPABILITIES } from '@fundus/contract/people/rules';
import { schools } from '@fundus/contract/schools/schools';
import { z } from 'zod';
import { newId } from '../db/new-id.ts';
import { createDistrict, hashPassword, insertPeople, isAddressFree } from '../domains/accounts/index.ts';
import { addSchool } from '../domains/schools/index.ts';
import { recordAudit } from '../http/audit.ts';
import { OperatorError } from '../operator-error.ts';
import type { CommandIo } from './claim.ts';
import type { Running } from './running.ts';
import { findSchoolsByIdOrNumber, listDistricts, listSchoolsOfDistrict, setDistrictName } from './place-repository.ts';

export const DistrictArgs = z.object({ name: z.string().trim().min(1).max(160) });

export const RenameArgs = DistrictArgs.extend({ id: z.string().min(1) });

const school = schools.create.body.shape;
export const SchoolArgs = z.object({ ...school, district: z.string().optional() });
export const SchoolListArgs = z.object({ district: z.string().optional() });

export const UserArgs = z.object({
  email: z.email(),
  vorname: z.string().min(1),
  name: z.string().min(1),
  role: z.enum(['teacher', 'staff', 'student', 'schoolAdmin', 'districtAdmin']),
  school: z.string().optional(),
  district: z.string().optional(),
  responsibility: z.array(z.enum(CAPABILITIES.map((name) => name.replace('cap_', '')) as [string, ...string[]])).default([]),
  password: z.string().min(12).max(128).optional(),
});

export const NO_DISTRICT =
  'There is no district yet. Open the set-up page ("npm run portal -- setup" prints its address), or run "npm run portal -- district add NAME".';

export async function addDistrict({ portal }: Running, { name }: z.output<typeof DistrictArgs>, io: CommandIo): Promise<number> {
  const { id, placed } = await portal.db.transaction().execute((db) => createDistrict({ db, user: null, now: portal.now() }, name));
  io.line(`district ${id}: ${name}`);
  if (placed > 0) io.line(`${placed} district administrators without a district now administer this one.`);
  return 0;
}

export async function renameDistrict(running: Running, { id, name }: z.output<typeof RenameArgs>, io: CommandIo): Promise<number> {
  const { portal } = running;
  const before = await requireDistrict(running, id);
  await portal.db.transaction().execute(async (db) => {
    await setDistrictName(db, id, name);
    await recordAudit(
      { db, user: null, now: portal.now() },
      'district.rename',
      { name: before.name },
      { name },
      { school: null, district: id },
    );
  });
  io.line(`district ${id}: ${name}`);
  return 0;
}

export async function printDistricts({ portal }: Running, io: CommandIo): Promise<number> {
  const districts = await listDistricts(portal.db);
  for (const { id, name, schools: count, administrators } of districts)
    io.line(`${id}\t${name}\tschools: ${count}\tadministrators: ${administrators}`);
  if (districts.length === 0) io.line(NO_DISTRICT);
  return 0;
}

/** Returns the district with this id, or the only district if `id` is `undefined`. Otherwise throws an `OperatorError` that lists all districts. */
export async function requireDistrict(
  { portal }: Pick<Running, 'portal'>,
  id: string | undefined,
): Promise<{ id: string; name: string; number_pattern: string }> {
  const all = await listDistricts(portal.db);
  const found = id === undefined && all.length === 1 ? all[0] : all.find((district) => district.id === id);
  if (found) return found;
  if (all.length === 0) throw new OperatorError(NO_DISTRICT);
  const choice = all.map((district) => `${district.id} (${district.name})`).join(', ');
  throw new OperatorError(`${id === undefined ? 'district: choose one with --district' : `district: unknown district ${id}`}: ${choice}`);
}

/** Returns the school with this id or number. Throws an `OperatorError` if no school or several schools match. */
async function requireSchool({ portal }: Running, called: string): Promise<{ id: string; district_id: string }> {
  const [found, another] = await findSchoolsByIdOrNumber(portal.db, called);
  if (!found) throw new OperatorError(`school: unknown school ${called}; "npm run portal -- school list" prints their ids and numbers`);
  if (another) throw new OperatorError(`school: several districts have a school with the number ${called}; use its id`);
  return found;
}

export async function createSchool(running: Running, { district, ...about }: z.output<typeof SchoolArgs>, io: CommandIo): Promise<number> {
  const { portal } = running;
  const place = await requireDistrict(running, district);
  try {
    const id = await portal.db.transaction().execute((db) => addSchool({ db, user: null, now: portal.now() }, place, about));
    io.line(`school ${id}: ${about.name}`);
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new OperatorError(
      error.code === 'already_exists'
        ? `number: the district has a school with the number ${about.number}`
        : `number: must look like ${place.number_pattern} (# is a digit, @ a letter)`,
    );
  }
}

export async function printSchools(running: Running, { district }: z.output<typeof SchoolListArgs>, io: CommandIo): Promise<number> {
  const place = district === undefined ? undefined : await requireDistrict(running, district);
  for (const row of await listSchoolsOfDistrict(running.portal.db, place?.id))
    io.line(`${row.id}\t${row.number}\t${row.name}\t${row.city}\tdistrict: ${row.district_id}\tadministrators: ${row.administrators}`);
  return 0;
}

const ROLES = { teacher: 'L', staff: 'P', student: '', schoolAdmin: 'L', districtAdmin: '' } as const;

export async function addUser(running: Running, args: z.output<typeof UserArgs>, io: CommandIo): Promise<number> {
  const { portal } = running;
  if (!(await isAddressFree(portal.db, args.email))) throw new OperatorError(`email: ${args.email} has an account already`);
  const place = args.school === undefined ? null : await requireSchool(running, args.school);
  if (args.role === 'schoolAdmin' && !place)
    throw new OperatorError('school: required for a school administrator; set it with --school (its id or number)');
  const ofDistrict = args.role === 'districtAdmin' || args.district !== undefined || args.responsibility.length > 0;
  const district = ofDistrict ? (await requireDistrict(running, args.district ?? place?.district_id)).id : null;
  if (place && district !== null && place.district_id !== district) throw new OperatorError('school: belongs to another district');
  const password = args.password ?? randomBytes(12).toString('base64url');
  await insertPeople(portal.db, [
    {
      id: newId(),
      email: args.email,
      password_hash: await hashPassword(password),
      vorname: args.vorname,
      name: args.name,
      role: ROLES[args.role],
      school_admin: args.role === 'schoolAdmin' ? '1' : '0',
      district_admin: args.role === 'districtAdmin' ? '1' : '0',
      capabilities: CAPABILITIES.filter((name) => args.responsibility.includes(name.replace('cap_', ''))),
      school_id: place?.id ?? null,
      district_id: args.role === 'districtAdmin' || !place ? district : null,
    },
  ]);
  io.line(`${args.email} may sign in.${args.password ? '' : ` Password: ${password}`}`);
  return 0;
}
