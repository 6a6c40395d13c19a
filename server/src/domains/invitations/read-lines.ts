/**
 * Parses addresses that an administrator pasted. Accepts one address per line or CSV (`email;vorname;name;rolle`), with columns in any order if there
 * is a header.
 */
import { personName, cleanLine } from '@fundus/contract/fields';
import { invalid } from '@fundus/contract/errors';
import { MAX_ADDRESSES } from '@fundus/contract/invitations/invitations';
import { parseCsv } from '@fundus/contract/setup/texts';
import { z } from 'zod';
import type { Line } from './many.ts';

const COLUMNS = {
  email: ['email', 'e-mail', 'mail', 'e-mail address', 'e-mail-adresse'],
  vorname: ['vorname', 'first name', 'firstname'],
  name: ['name', 'nachname', 'last name', 'lastname'],
  role: ['rolle', 'role'],
} as const;

const ROLES: Record<string, 'teacher' | 'student'> = {
  lehrkraft: 'teacher',
  lehrer: 'teacher',
  lehrerin: 'teacher',
  teacher: 'teacher',
  l: 'teacher',
  schüler: 'student',
  schülerin: 'student',
  student: 'student',
  pupil: 'student',
  s: 'student',
};

/** Names of the only role that a list of staff may contain. */
const STAFF: Record<string, 'staff'> = { staff: 'staff', personal: 'staff', mitarbeiter: 'staff', mitarbeiterin: 'staff' };

/** Column positions if there is no header. */
const IN_ORDER: Record<keyof typeof COLUMNS, number> = { email: 0, vorname: 1, name: 2, role: 3 };

const Address = z.email().max(254);

/** Returns whether a line consists of one address with further details. Otherwise it may contain several addresses. */
const isPerson = ([first = '', ...rest]: readonly string[]): boolean =>
  rest.some((cell) => cell.trim() !== '') && rest.every((cell) => !cell.includes('@')) && Address.safeParse(first.trim()).success;

const addressesIn = (cells: readonly string[]): string[][] =>
  cells.flatMap((cell) => cell.split(/[\s,;]+/).filter(Boolean)).map((address) => [address]);

/** Returns the lines, including invalid ones. Throws `validation_failed` above the maximum of 200 lines. */
export function readLines(text: string, role: 'teacher' | 'student' | 'staff'): Line[] {
  const rows = parseCsv(text);
  const head = (rows[0] ?? []).map((cell) => cell.trim().toLowerCase());
  const at = Object.fromEntries(
    Object.entries(COLUMNS).map(([column, called]) => [column, head.findIndex((cell) => (called as readonly string[]).includes(cell))]),
  ) as Record<keyof typeof COLUMNS, number>;
  const named = at.email >= 0;
  const columns = named ? at : IN_ORDER;
  const lines = named ? rows.slice(1) : rows.flatMap((cells) => (isPerson(cells) ? [cells] : addressesIn(cells)));
  if (lines.length === 0 || lines.length > MAX_ADDRESSES)
    throw invalid('lines', lines.length === 0 ? 'required' : 'max', { most: MAX_ADDRESSES });
  const cell = (cells: readonly string[], column: keyof typeof COLUMNS): string => cleanLine(cells[columns[column]] ?? '');
  return lines.map((cells, i) => {
    const roleName = cell(cells, 'role').toLowerCase();
    const email = cell(cells, 'email').replace(/^<|>$/g, '');
    const [vorname, name] = [cell(cells, 'vorname'), cell(cells, 'name')];
    const known = roleName === '' ? role : role === 'staff' ? STAFF[roleName] : ROLES[roleName];
    const valid =
      known !== undefined && Address.safeParse(email).success && [vorname, name].every((word) => personName.safeParse(word).success);
    const line = { line: i + (named ? 2 : 1), email, vorname, name };
    return valid ? { ...line, role: known, valid } : { ...line, role: known ?? roleName, valid };
  });
}
