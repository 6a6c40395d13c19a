/** People from a CSV file (docs/behaviour/people.md#import): read, judged line by line, then taken over as a whole or not at all. */
import { personName } from '@fundus/contract/fields';
import { isDistrictAdmin } from '@fundus/contract/access';
import { AppError, invalid } from '@fundus/contract/errors';
import { IMPORT_BYTES, type ImportRow, type PersonRole } from '@fundus/contract/people/people';
import { isOpen } from '@fundus/contract/schools/schools';
import { z } from 'zod';
import { readInChild } from '../../child-process/run-in-child.ts';
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { findByAddress, findTakenCodes, insertImported, joinSchool } from './import-repository.ts';
import { sendWelcome } from './changes.ts';
import type * as peopleFile from './people-file.ts';
import type { PeopleLine } from './people-file.ts';
import { requireAdministered, auditScope } from '../schools/index.ts';

const ROLES: Record<Exclude<PersonRole, ''>, readonly string[]> = {
  L: ['', 'l', 'lehrkraft', 'lehrer', 'lehrerin', 'teacher'],
  P: ['p', 'personal', 'mitarbeiter', 'mitarbeiterin', 'mitarbeitende', 'weiteres personal', 'staff', 'other staff'],
  S: ['s', 'schüler', 'schülerin', 'schüler/in', 'student', 'pupil', 'learner'],
};

const roleOf = (cell: string): PersonRole | undefined =>
  (Object.keys(ROLES) as (keyof typeof ROLES)[]).find((role) => ROLES[role].includes(cell.toLowerCase()));

const Address = z.email().max(254);

/** What is wrong with a line by itself; null when nothing is. */
function problemOf({ vorname, name, email, role, code }: PeopleLine): ImportRow['problem'] {
  for (const [field, value] of [
    ['vorname', vorname],
    ['name', name],
    ['email', email],
  ] as const)
    if (value === '') return { field, rule: 'required' };
  for (const [field, word] of [
    ['vorname', vorname],
    ['name', name],
  ] as const)
    if (!personName.safeParse(word).success) return { field, rule: word.length > 60 ? 'max' : 'format' };
  if (!Address.safeParse(email).success) return { field: 'email', rule: 'format' };
  if (roleOf(role) === undefined) return { field: 'role', rule: 'choice' };
  if (code !== '' && !/^[A-Za-z0-9-]{4,20}$/.test(code)) return { field: 'code', rule: 'format' };
  return null;
}

type Judged = PeopleLine & { result: ImportRow['result']; problem: ImportRow['problem']; person: string | null };

/** What becomes of each line at this school. */
async function judge(ctx: UserCtx, lines: readonly PeopleLine[], school: { id: string; district_id: string }): Promise<Judged[]> {
  const known = new Map(
    (
      await findByAddress(
        ctx.db,
        lines.map(({ email }) => email.toLowerCase()),
      )
    ).map((row) => [row.address, row]),
  );
  const codes = new Set(
    await findTakenCodes(
      ctx.db,
      lines.flatMap(({ code }) => (code === '' ? [] : code.toLowerCase())),
    ),
  );
  const addresses = new Set<string>();
  const seenCodes = new Set<string>();
  return lines.map((line): Judged => {
    const address = line.email.toLowerCase();
    const person = known.get(address);
    const fail = (field: string, rule: string): Judged => ({ ...line, result: 'error', problem: { field, rule }, person: null });
    const wrong = problemOf(line);
    if (wrong) return fail(wrong.field, wrong.rule);
    if (addresses.has(address)) return fail('email', 'duplicate');
    addresses.add(address);
    if (person?.school_id === school.id) return { ...line, result: 'here', problem: null, person: person.id };
    if (person && (person.school_id !== null || person.state !== 'active' || person.district_id !== school.district_id))
      return fail('email', 'exists');
    const code = line.code.toLowerCase();
    if (code !== '' && !person && (codes.has(code) || seenCodes.has(code))) return fail('code', 'taken');
    if (code !== '') seenCodes.add(code);
    return { ...line, result: person ? 'join' : 'new', problem: null, person: person?.id ?? null };
  });
}

type Asked = { school?: string | undefined; content: string; dry_run: boolean; skip_errors: boolean };

const { readPeople } = readInChild<typeof peopleFile>(
  new URL('./people-file.ts', import.meta.url),
  { seconds: 5, megabytes: 512 },
  'content',
);

async function requireTarget(ctx: UserCtx, wanted: string | undefined) {
  const id = wanted ?? (isDistrictAdmin(ctx.user) ? undefined : ctx.user.school_id);
  if (id == null) throw invalid('school', 'required');
  const school = await requireAdministered(ctx, id);
  if (!isOpen(school.state)) throw new AppError('state_conflict', { details: { state: school.state } });
  return school;
}

/** Reads the file outside of the transaction. Throws `too_large`, `validation_failed`. */
export async function readImport(ctx: UserCtx, { school, content }: Asked): Promise<PeopleLine[]> {
  await requireTarget(ctx, school);
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > IMPORT_BYTES) throw new AppError('too_large', { field: 'content', details: { most: IMPORT_BYTES } });
  return readPeople(bytes);
}

export async function importPeople(ctx: UserCtx, { school: wanted, dry_run, skip_errors }: Asked, lines: readonly PeopleLine[]) {
  const school = await requireTarget(ctx, wanted);
  const rows = await judge(ctx, lines, school);
  const of = (result: ImportRow['result']): Judged[] => rows.filter((row) => row.result === result);
  const reply = {
    rows: rows.map(({ line, vorname, name, email, role, result, problem }) => ({
      line,
      vorname,
      name,
      email,
      role: roleOf(role) ?? role,
      result,
      problem,
    })),
    created: of('new').length,
    joined: of('join').length,
    here: of('here').length,
    errors: of('error').length,
  };
  if (dry_run) return reply;
  if (reply.errors > 0 && !skip_errors) throw invalid('content', 'rows', { errors: reply.errors });

  const added = of('new').map((row) => ({ ...row, id: newId(ctx.now), role: roleOf(row.role) ?? 'L' }));
  await insertImported(ctx.db, school.id, added, ctx.now);
  await joinSchool(
    ctx.db,
    school.id,
    of('join').flatMap(({ person }) => person ?? []),
  );
  for (const person of added) await sendWelcome(ctx, person.id, school.name, person.email);
  await recordAudit(
    ctx,
    'people.import',
    null,
    { created: reply.created, joined: reply.joined, left_out: reply.errors },
    auditScope(school),
  );
  return reply;
}
