/** Reads the audit log. A school reads its own entries, a district all entries of the district (docs/behaviour/common.md#audit-log). */
import { today } from '@fundus/contract/days';
import { fullName } from '@fundus/contract/people/full-name';
import { isDistrictAdmin } from '@fundus/contract/access';
import type { AuditLine } from '@fundus/contract/audit/audit';
import { fieldLabel, auditValueText } from '@fundus/contract/audit/words';
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { AppError } from '@fundus/contract/errors';
import type { MessageKey } from '@fundus/contract/messages';
import { cellText, type Row as TableRow, type TableQuery } from '@fundus/contract/table-file';
import { downloadName } from '../../http/bodies/download-name.ts';
import { tableFile } from '../../http/bodies/table-file.ts';
import type { Db } from '../../db/open.ts';
import type { UserCtx } from '../../http/context.ts';
import { countAuditEntries, findMediaTitles, findSchoolNames, listLines, listAuditEntriesAfter, type AuditQuery } from './repository.ts';
import { loadWords } from '../mails/index.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

type Asked = Omit<AuditQuery, 'scope'>;
type Row = Awaited<ReturnType<typeof listLines>>[number];

/** Number of entries that the export reads at a time. */
const EXPORT_PAGE = 500;
const MAX = 200;

function scopeOf(user: SignedIn): AuditQuery['scope'] {
  if (isDistrictAdmin(user) && user.district_id !== null) return { district: user.district_id };
  if (user.school_id !== null) return { school: user.school_id };
  throw new AppError('forbidden');
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const isId = (value: unknown): boolean => typeof value === 'string' && ID.test(value);

/** Returns a value as text. A single id is omitted, and a list of ids becomes their number. */
function words(value: unknown): string | null {
  if (value === null || value === undefined || value === '' || isId(value)) return null;
  if (Array.isArray(value) && value.length === 0) return null;
  if (Array.isArray(value) && value.every(isId)) return String(value.length);
  const plain = Array.isArray(value) && value.every((each) => typeof each === 'string');
  const text = typeof value === 'string' ? value : plain ? value.join(', ') : JSON.stringify(value);
  return text.length > MAX ? `${text.slice(0, MAX)}…` : text;
}

/** Flattens nested fields, for example `{ settings: { a: 1 } }` to `{ a: 1 }`. */
const flat = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).flatMap(([field, inside]) => (isRecord(inside) ? Object.entries(inside) : [[field, inside]])));

/** Fields with ids and checksums, which are not shown because they have no meaning for readers. */
export const HIDDEN_FIELDS: readonly string[] = ['person_id', 'id', 'district_id', 'bulk_id', 'order_id', 'sha256'];

/** Returns the differences between two values, field by field. */
export function changesOf(before: unknown, after: unknown): AuditLine['changes'] {
  if (!isRecord(before) && !isRecord(after)) {
    const [was, is] = [words(before), words(after)];
    return was === is ? [] : [{ field: '', before: was, after: is }];
  }
  const [was, is] = [isRecord(before) ? flat(before) : {}, isRecord(after) ? flat(after) : {}];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => !HIDDEN_FIELDS.includes(field))
    .map((field) => ({ field, before: words(was[field]), after: words(is[field]) }))
    .filter((change) => change.before !== change.after);
}

/** Fields that contain the id of a school. `MEDIA` lists the fields that contain identifiers of media. */
const SCHOOLS = ['school', 'school_id', 'into'];
const MEDIA = ['media', 'medium', 'mediaId', 'identifier', 'other'];

/** Returns the distinct ids in the given fields of the entries. */
const idsIn = (rows: readonly Row[], fields: readonly string[]): string[] => {
  const values = rows.flatMap(({ before, after }) => [before, after]).filter(isRecord);
  const ids = values.flatMap((value) => fields.flatMap((field) => value[field]));
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
};

/** Returns the names of all schools and the titles of all media that the entries mention, by id. */
async function listNames(db: Db, rows: readonly Row[], scope: AuditQuery['scope']): Promise<Map<string, string>> {
  const media = idsIn(rows, MEDIA);
  const [schools, titles] = await Promise.all([
    findSchoolNames(db, idsIn(rows, SCHOOLS)),
    media.length > 0 ? findMediaTitles(db, media, 'school' in scope ? scope.school : null) : [],
  ]);
  return new Map([...schools.map(({ id, name }) => [id, name] as const), ...titles.map((one) => [one.identifier, one.fn_titel] as const)]);
}

/** Replaces the ids of schools and media by their names and titles. */
function withNames(value: unknown, names: Map<string, string>): unknown {
  if (!isRecord(value)) return value;
  const nameOf = (id: unknown): unknown => (typeof id === 'string' ? (names.get(id) ?? id) : id);
  return Object.fromEntries(
    Object.entries(value).map(([field, inside]) => {
      if (![...SCHOOLS, ...MEDIA].includes(field)) return [field, inside];
      return [field, Array.isArray(inside) ? inside.map(nameOf) : nameOf(inside)];
    }),
  );
}

const present = (row: Row, names: Map<string, string>): AuditLine => ({
  id: row.id,
  at: row.at.toISOString(),
  by: row.actor_id === null ? null : { id: row.actor_id, name: fullName({ vorname: row.actor_vorname, name: row.actor_name }) },
  what: row.what,
  school: row.school_id === null ? null : { id: row.school_id, name: row.school_name ?? '' },
  about: row.subject_id === null ? null : { id: row.subject_id, name: fullName({ vorname: row.subject_vorname, name: row.subject_name }) },
  // The content of a logo is not shown.
  changes: row.what === 'school.logo' ? [] : changesOf(withNames(row.before, names), withNames(row.after, names)),
});

export async function readLog(ctx: UserCtx, { offset, limit, ...asked }: Asked & { offset: number; limit: number }) {
  const what = { ...asked, scope: scopeOf(ctx.user) };
  const rows = await listLines(ctx.db, what, offset, limit);
  const names = await listNames(ctx.db, rows, what.scope);
  return { ...(await countAuditEntries(ctx.db, what)), offset, limit, items: rows.map((row) => present(row, names)) };
}

export async function exportLog(ctx: UserCtx, { format, lang, ...asked }: Asked & TableQuery): Promise<StreamAnswer> {
  const t = await loadWords(ctx, lang);
  const value = (field: string, text: string | null): string =>
    text === null ? '–' : auditValueText(t, (iso) => cellText(iso, { kind: 'day' }, lang), field, text);
  const scope = scopeOf(ctx.user);
  const lineOf = ({ at, by, what, school, about, changes }: AuditLine): TableRow => [
    new Date(at),
    by?.name ?? '',
    t(`audit.what.${what}` as MessageKey).replace(/^audit\.what\./, ''),
    school?.name ?? '',
    about?.name ?? '',
    changes
      .map(({ field, before, after }) => `${field ? `${fieldLabel(t, field)}: ` : ''}${value(field, before)} → ${value(field, after)}`)
      .join('; '),
  ];
  const titles = (['what', 'school', 'about', 'changes'] as const).map((name) => ({ title: t(`audit.${name}`) }));
  const columns = [{ title: t('audit.at'), kind: 'moment' as const }, { title: t('audit.by') }, ...titles];
  return tableFile(
    { format, lang },
    { name: downloadName(t, 'audit', today(ctx.now)), columns, rows: readLines(ctx.db, { ...asked, scope }, lineOf) },
  );
}

/** Reads all entries page by page. Each page starts after the last entry of the previous page. */
async function* readLines(db: Db, asked: AuditQuery, lineOf: (line: AuditLine) => TableRow): AsyncGenerator<TableRow[]> {
  for (
    let rows = await listAuditEntriesAfter(db, asked, null, EXPORT_PAGE);
    ;
    rows = await listAuditEntriesAfter(db, asked, rows.at(-1)!, EXPORT_PAGE)
  ) {
    const names = await listNames(db, rows, asked.scope);
    yield rows.map((row) => lineOf(present(row, names)));
    if (rows.length < EXPORT_PAGE) return;
  }
}
