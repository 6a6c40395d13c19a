/**
 * Imports the staff of a district from a table: invites new people and changes the responsibilities of existing staff
 * (docs/behaviour/invitations.md#staff-from-a-table).
 */
import { isRoleAllowed } from '@fundus/contract/access';
import { today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid } from '@fundus/contract/errors';
import { personName } from '@fundus/contract/fields';
import type { staffImport, StaffImportRow } from '@fundus/contract/invitations/staff-import';
import { CAPABILITIES, type Capability } from '@fundus/contract/people/rules';
import type { ReadTable, TableRow } from '@fundus/importer/tables/read-table';
import { z } from 'zod';
import { readInChild } from '../../child-process/run-in-child.ts';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { requireColumns, decodeTableContent, attachRejectedRows } from '../../tables/read-content.ts';
import { changeRights, listPeopleAt, personPermissions, type PersonRow } from '../people/index.ts';
import { listOpenPersonal, updateInvitation, type OpenPersonal } from './repository.ts';
import { inviteStaff } from './many.ts';
import type * as staffTable from './staff-table.ts';
import type { StaffColumn } from './staff-table.ts';
import { resolveTarget, scopeOfTarget, type Target } from './target.ts';

type Asked = Input<typeof staffImport.staffTable>['body'];
type Row = TableRow<StaffColumn>;
type Checked = StaffImportRow & { person?: PersonRow; invitation?: OpenPersonal };

const { readStaff } = readInChild<typeof staffTable>(
  new URL('./staff-table.ts', import.meta.url),
  { seconds: 5, megabytes: 512 },
  'content',
);

/** Reads the file outside of the transaction. Throws `too_large` or `validation_failed`. */
export async function readStaffTable(ctx: UserCtx, { content, mapping }: Asked): Promise<ReadTable<StaffColumn>> {
  await resolveTarget(ctx, { target: 'district' }, 'invite');
  return readStaff(decodeTableContent(content), mapping);
}

const Address = z.email().max(254);

const codesOf = ({ cells }: Row): string[] => cells.capabilities.split(',').filter((code) => code !== '');

/** Returns the responsibilities named in a row, in the portal's order. Returns undefined for an empty cell. */
function namedResponsibilities(row: Row): Capability[] | undefined {
  const codes = codesOf(row);
  if (codes.length === 0) return undefined;
  return CAPABILITIES.filter((each) => codes.includes(each) || codes.includes('all'));
}

function problemOf(row: Row): StaffImportRow['problem'] {
  const { email, vorname, name } = row.cells;
  if (row.problem) return row.problem;
  if (email === '') return { field: 'email', rule: 'required' };
  if (!Address.safeParse(email).success) return { field: 'email', rule: 'format' };
  for (const [field, word] of Object.entries({ vorname, name }))
    if (!personName.safeParse(word).success) return { field, rule: word.length > 60 ? 'max' : 'format' };
  const codes = codesOf(row);
  if (codes.includes('district_admin')) return { field: 'capabilities', rule: 'peer' };
  return codes.includes('none') && codes.length > 1 ? { field: 'capabilities', rule: 'other' } : null;
}

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.toSorted().join() === b.toSorted().join();

/** Returns why the user may not change a person's responsibilities, or `null` if they may. */
function refusalOf(ctx: UserCtx, person: PersonRow, wanted: readonly Capability[]): StaffImportRow['problem'] {
  if (person.state !== 'active') return { field: 'email', rule: 'state' };
  if (!isRoleAllowed({ ...person, capabilities: [...wanted] })) return { field: 'capabilities', rule: 'pupil' };
  return personPermissions(ctx.user, person).setCapabilities ? null : { field: 'email', rule: 'state' };
}

async function checkRows(ctx: UserCtx, rows: readonly Row[], to: Target): Promise<Checked[]> {
  const addresses = rows.map(({ cells }) => cells.email.toLowerCase());
  // People of other districts are invited like people without an account, so that the import does not disclose accounts.
  const people = (await listPeopleAt(ctx.db, addresses)).filter(({ district }) => district === to.staffOf);
  const byAddress = new Map(people.map((person) => [person.email!.toLowerCase(), person]));
  const open = new Map((await listOpenPersonal(ctx.db, to, today(ctx.now), addresses)).map((each) => [each.address, each]));
  const seen = new Set<string>();
  return rows.map((row): Checked => {
    const { email, vorname, name } = row.cells;
    const address = email.toLowerCase();
    const wanted = namedResponsibilities(row);
    const base = { line: row.line, email, vorname, name, capabilities: wanted ?? [], before: null };
    const problem = problemOf(row) ?? (seen.has(address) ? { field: 'email', rule: 'duplicate' } : null);
    if (problem) return { ...base, result: 'error', problem };
    seen.add(address);
    const person = byAddress.get(address);
    const invitation = open.get(address);
    const known = person ?? (invitation?.role === 'staff' ? invitation : undefined);
    if (!known) return invitation ? { ...base, result: 'same', problem: null } : { ...base, result: 'new', problem: null };
    const before = CAPABILITIES.filter((each) => known.capabilities.includes(each));
    const next = wanted ?? before;
    const at = { ...base, before, capabilities: next, ...(person && { vorname: person.vorname, name: person.name }) };
    if (isSame(before, next)) return { ...at, result: 'same', problem: null };
    const refused = person && refusalOf(ctx, person, next);
    if (refused) return { ...at, result: 'error', problem: refused };
    return { ...at, result: 'changed', problem: null, ...(person ? { person } : invitation && { invitation }) };
  });
}

export async function importStaff(
  ctx: UserCtx,
  { message, dry_run, skip_errors }: Asked,
  table: ReadTable<StaffColumn>,
): Promise<Reply<typeof staffImport.staffTable>> {
  const to = await resolveTarget(ctx, { target: 'district' }, 'invite');
  if (!dry_run) requireColumns(table.found);
  const checked = await checkRows(ctx, table.rows, to);
  const of = (result: StaffImportRow['result']): Checked[] => checked.filter((row) => row.result === result);
  const reply = {
    table: attachRejectedRows(table.found, table.rows, checked),
    rows: checked.map(({ person: _, invitation: __, ...row }) => row),
    ...{ invited: of('new').length, changed: of('changed').length, same: of('same').length, errors: of('error').length },
  };
  if (dry_run) return reply;
  if (reply.errors > 0 && !skip_errors) throw invalid('content', 'rows', { errors: reply.errors });
  await inviteStaff(ctx, to, of('new'), message);
  for (const { person, invitation, before, capabilities } of of('changed')) {
    if (person) await changeRights(ctx, person.id, { version: person.version, capabilities });
    else if (invitation) {
      await updateInvitation(ctx.db, invitation.id, { capabilities });
      await recordAudit(ctx, 'invitation.change', { capabilities: before }, { capabilities }, scopeOfTarget(to));
    } else throw new AppError('internal');
  }
  return reply;
}
