/** Imports borrowers from another system. Matches accounts and adds private borrowers (docs/behaviour/lending.md#migration-from-another-system). */
import { today } from '@fundus/contract/days';
import type { MigrationNote, MigrationRow } from '@fundus/contract/lending/migration/migration';
import { newId } from '../../../db/new-id.ts';
import { loadWords } from '../../mails/index.ts';
import { insertPrivate, updateImportedBorrower } from '../borrowers/private-repository.ts';
import { findSuspension, insertSuspension } from '../borrowers/suspension-repository.ts';
import type { BorrowerIds } from '../borrowers/borrower.ts';
import { toFailedRow, type MigrationContext } from './migrating.ts';
import { insertNumbers, listByEmail, listBorrowersByNumber, type KnownBorrower } from '../borrowers/number-repository.ts';
import { listPrivateOf, type KnownPrivate } from './migration-repository.ts';
import type { MigrationLine } from './read-file.ts';
import { foldNumber as fold } from '../borrowers/number-repository.ts';

type Fields = Omit<KnownPrivate, 'id'>;
type Checked = MigrationRow & {
  borrower: BorrowerIds | null;
  /** Fields to be written, or `null` if no private borrower is added or changed. */
  fields: Fields | null;
  id_checked: boolean;
  numbers: string[];
  block: { until: string | null; reason: string } | null;
};

const FIELDS = ['name', 'address', 'email', 'phone', 'note'] as const;

export async function checkBorrowers({ ctx, point }: MigrationContext, lines: readonly MigrationLine[]): Promise<Checked[]> {
  const numbers = await listBorrowersByNumber(ctx.db, point, lines.flatMap(numbersOf));
  const accounts = await listByEmail(
    ctx.db,
    point,
    lines.map(({ cells }) => fold(cells.email)).filter((email) => email !== ''),
  );
  const privates = await listPrivateOf(ctx.db, point.id);
  const byId = new Map(privates.map((each) => [each.id, each]));
  const byPlace = new Map(privates.map((each) => [addressKeyOf(each), each]));
  const seen = new Map<string, number>();
  const rows: Checked[] = [];
  for (const line of lines) {
    const own = numbersOf(line);
    const fields = fieldsOf(line);
    const base = { line: line.line, name: fields.name || line.cells.email || own[0] || '', about: '' };
    const fail = (field: string, rule: string, about = ''): number => rows.push({ ...EMPTY, ...toFailedRow(base, field, rule, about) });
    // Without a number, a person is identified by e-mail address, or else by name and address.
    const keys = own.length > 0 ? own.map((number) => `n ${number}`) : [`p ${fold(line.cells.email) || addressKeyOf(fields)}`];
    const before = keys.map((key) => seen.get(key)).find((each) => each !== undefined);
    if (line.problem) fail(line.problem.field, line.problem.rule);
    else if (before !== undefined) fail(own.length > 0 ? 'number' : 'name', 'twice', String(before));
    else {
      for (const key of keys) seen.set(key, line.line);
      const [known, other] = distinct(own.flatMap((number) => numbers.get(number) ?? []));
      if (other) {
        fail('card', 'taken', other.name);
        continue;
      }
      const account = known?.person_id ? known : known ? undefined : accounts.get(fold(line.cells.email));
      const missing = own.filter((number) => !numbers.has(number));
      if (account) rows.push(await checkAccount(ctx, point.id, { line, base, account, missing }));
      else if (!known && (line.cells.kind === 'account' || (line.cells.kind !== 'private' && fold(line.cells.school) !== '')))
        fail('email', 'no_account', line.cells.email);
      else if (!known && !point.private_borrowers) fail('email', 'no_private', line.cells.email);
      else {
        const person = known ? byId.get(known.private_id!) : byPlace.get(addressKeyOf(fields));
        rows.push(await checkPrivate(ctx, point.id, { line, base, person, fields, missing }));
      }
    }
  }
  return rows;
}

const EMPTY = { borrower: null, fields: null, id_checked: false, numbers: [], block: null };
type Ctx = MigrationContext['ctx'];
type Base = { line: number; name: string; about: string };

async function checkAccount(
  ctx: Ctx,
  point: string,
  { line, base, account, missing }: { line: MigrationLine; base: Base; account: KnownBorrower; missing: string[] },
): Promise<Checked> {
  const borrower = { person_id: account.person_id, private_id: null };
  const block = await blockOf(ctx, point, line, borrower, missing.length > 0);
  const notes: MigrationNote[] = ['account', ...(block ? (['blocked'] as const) : [])];
  const about = [account.name, account.school].filter(Boolean).join(' · ');
  const result = missing.length > 0 || block ? 'new' : 'same';
  return { ...EMPTY, ...base, about, result, notes, problem: null, borrower, numbers: missing, block };
}

type Person = { line: MigrationLine; base: Base; person: KnownPrivate | undefined; fields: Fields; missing: string[] };

async function checkPrivate(ctx: Ctx, point: string, { line, base, person, fields, missing }: Person): Promise<Checked> {
  if (!person && fields.name === '') return { ...EMPTY, ...toFailedRow(base, 'name', 'required', '') };
  // Empty cells do not overwrite stored values.
  const next = person
    ? { ...person, ...Object.fromEntries(FIELDS.flatMap((each) => (fields[each] ? [[each, fields[each]]] : []))) }
    : fields;
  const changed = person !== undefined && FIELDS.some((each) => person[each] !== next[each]);
  const borrower = person ? { person_id: null, private_id: person.id } : null;
  const block = await blockOf(ctx, point, line, borrower, !person || missing.length > 0);
  const { name, address, email, phone, note } = next;
  const notes: MigrationNote[] = [
    'private',
    ...(block ? (['blocked'] as const) : []),
    ...(address === '' ? (['no_address'] as const) : []),
  ];
  const result = !person ? 'new' : changed ? 'changed' : missing.length > 0 || block ? 'new' : 'same';
  const about = address.replace(/\n/g, ', ');
  const write = !person || changed ? { name, address, email, phone, note } : null;
  const id_checked = !person && line.cells.id_checked === 'yes';
  return { ...base, about, result, notes, problem: null, borrower, fields: write, id_checked, numbers: missing, block };
}

const MAX_NUMBER = 60;
const numbersOf = ({ cells }: MigrationLine): string[] =>
  [...new Set([fold(cells.number), fold(cells.card)])].filter((number) => number !== '' && number.length <= MAX_NUMBER);

const distinct = (known: readonly KnownBorrower[]): KnownBorrower[] => [
  ...new Map(known.map((each) => [each.person_id ?? each.private_id, each])).values(),
];

const addressKeyOf = ({ name, address }: Pick<Fields, 'name' | 'address'>): string => fold(`${name}\n${address}`);

function fieldsOf({ cells }: MigrationLine): Fields {
  const {
    first_name = '',
    name = '',
    address = '',
    street = '',
    house = '',
    postcode = '',
    city = '',
    email = '',
    phone = '',
    note = '',
  } = cells;
  const lines = [address, `${street} ${house}`.trim(), `${postcode} ${city}`.trim()];
  return {
    name: `${first_name} ${name}`.trim().slice(0, 120),
    address: lines
      .filter((each) => each !== '')
      .join('\n')
      .slice(0, 300),
    ...{ email, phone, note },
  };
}

const FOREVER = '9000-01-01';

/**
 * Returns the suspension to be imported for a borrower, or `null`. Borrowers imported before are not suspended again, because the desk may have ended
 * their suspension.
 */
async function blockOf(
  { db, now }: Ctx,
  point: string,
  { cells, days }: MigrationLine,
  borrower: BorrowerIds | null,
  isNew: boolean,
): Promise<Checked['block']> {
  const day = today(now);
  const until = days.blocked_until ?? null;
  const blocked = until === null ? cells.blocked === 'yes' : until >= day;
  if (!blocked || (!isNew && numbersGiven(cells))) return null;
  if (borrower && (await findSuspension(db, borrower, point, day))) return null;
  return { until: until !== null && until >= FOREVER ? null : until, reason: cells.blocked_reason ?? '' };
}
const numbersGiven = ({ number, card }: MigrationLine['cells']): boolean => fold(number) !== '' || fold(card) !== '';

export async function writeBorrowers({ ctx, point }: MigrationContext, rows: readonly Checked[]): Promise<void> {
  const { db, now, config, user } = ctx;
  const t = await loadWords({ db, config }, config.Locales[0] ?? 'de');
  const numbers = [];
  for (const row of rows) {
    let borrower = row.borrower;
    if (row.fields && borrower) await updateImportedBorrower(db, borrower.private_id!, row.fields);
    if (!borrower) {
      const id = newId(now);
      const seen = row.id_checked && user ? { id_checked_at: now, id_checked_by: user.id } : { id_checked_at: null, id_checked_by: null };
      await insertPrivate(db, { ...row.fields!, ...seen, id, point_id: point.id, created_by: user?.id ?? null, created_at: now });
      borrower = { person_id: null, private_id: id };
    }
    for (const number of row.numbers) numbers.push({ point_id: point.id, number, ...borrower, created_at: now });
    if (row.block) {
      const reason = row.block.reason || t('migration.blocked.reason');
      const about = {
        id: newId(now),
        point_id: point.id,
        until_on: row.block.until,
        reason,
        created_by: user?.id ?? null,
        created_at: now,
      };
      await insertSuspension(db, { ...about, ...borrower });
    }
  }
  await insertNumbers(db, numbers);
}
