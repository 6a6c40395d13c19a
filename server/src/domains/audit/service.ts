/** Reading the log of changes: a school its own, a district all of it (behaviour.md 5.0.3). */
import { isDistrictAdmin } from '@fundus/contract/access';
import type { AuditLine } from '@fundus/contract/audit';
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { AppError } from '@fundus/contract/errors';
import type { MessageKey } from '@fundus/contract/messages';
import { writeCsv } from '@fundus/contract/texts';
import type { Ctx, SignedIn } from '../../http/context.ts';
import { wordsFor } from '../setup/index.ts';
import { countLines, listLines, type AuditAsked } from './repository.ts';

type UserCtx = Ctx<SignedIn>;
type Asked = Omit<AuditAsked, 'scope'>;
type Row = Awaited<ReturnType<typeof listLines>>[number];

const MOST_EXPORTED = 50_000;
const LONGEST = 200;

function scopeOf(user: SignedIn): AuditAsked['scope'] {
  if (isDistrictAdmin(user) && user.district_id !== null) return { district: user.district_id };
  if (user.school_id !== null) return { school: user.school_id };
  throw new AppError('forbidden');
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function words(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** What differs between two values, field by field. Ids of people are said by the line itself. */
export function changesOf(before: unknown, after: unknown): AuditLine['changes'] {
  if (!isRecord(before) && !isRecord(after)) {
    const [was, is] = [words(before), words(after)];
    return was === is ? [] : [{ field: '', before: was, after: is }];
  }
  const [was, is] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => field !== 'person_id')
    .map((field) => ({ field, before: words(was[field]), after: words(is[field]) }))
    .filter((change) => change.before !== change.after);
}

const nameOf = (vorname: string | null, name: string | null): string => `${vorname ?? ''} ${name ?? ''}`.trim();

const present = (row: Row): AuditLine => ({
  id: row.id,
  at: row.at.toISOString(),
  by: row.actor_id === null ? null : { id: row.actor_id, name: nameOf(row.actor_vorname, row.actor_name) },
  what: row.what,
  school: row.school_id === null ? null : { id: row.school_id, name: row.school_name ?? '' },
  about: row.subject_id === null ? null : { id: row.subject_id, name: nameOf(row.subject_vorname, row.subject_name) },
  changes: changesOf(row.before, row.after),
});

export async function readLog(ctx: UserCtx, { offset, limit, ...asked }: Asked & { offset: number; limit: number }) {
  const what = { ...asked, scope: scopeOf(ctx.user) };
  const rows = await listLines(ctx.db, what, offset, limit);
  return { total: await countLines(ctx.db, what), offset, limit, items: rows.map(present) };
}

export async function exportLog(ctx: UserCtx, asked: Asked): Promise<StreamAnswer> {
  const say = await wordsFor(ctx, (ctx.header('accept-language') ?? '').split(/[,;]/)[0] || 'de');
  const rows = await listLines(ctx.db, { ...asked, scope: scopeOf(ctx.user) }, 0, MOST_EXPORTED);
  const lines = rows
    .map(present)
    .map(({ at, by, what, school, about, changes }) => [
      at,
      by?.name ?? '',
      say(`audit.what.${what}` as MessageKey).replace(/^audit\.what\./, ''),
      school?.name ?? '',
      about?.name ?? '',
      changes.map(({ field, before, after }) => `${field ? `${field}: ` : ''}${before ?? '–'} → ${after ?? '–'}`).join('; '),
    ]);
  const head = [say('audit.at'), say('audit.by'), say('audit.what'), say('audit.school'), say('audit.about'), say('audit.changes')];
  return {
    headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="audit.csv"' },
    body: writeCsv([head, ...lines]),
  };
}
