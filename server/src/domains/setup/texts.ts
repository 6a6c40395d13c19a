/**
 * Custom texts of a language. They are edited as a draft and published as a versioned set, of which the last 20 are kept
 * (docs/behaviour/setup.md#own-texts).
 */
import { fullName } from '@fundus/contract/people/full-name';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import { Messages } from '@fundus/contract/locale';
import {
  checkText,
  TEXT_LENGTH,
  textState,
  type ImportReport,
  type TextProblem,
  type TextRow,
  type TextSet,
} from '@fundus/contract/setup/texts';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { baseOf, describe, expectedOf, hasTexts, isInArea, requireKnownLanguage, publishedTexts } from './languages.ts';
import {
  findOwnText,
  insertTextVersion,
  listOwnTexts,
  listTextVersions,
  trimTextVersions,
  writeOwnText,
  writeOwnTexts,
  type OwnTextRow,
  type TextChange,
} from './repository.ts';

type Admin = UserCtx;

const KEPT = 20;

/** Returns all texts of a language, including custom texts that are no longer used. */
export async function readTexts(ctx: Admin, locale: string): Promise<TextSet> {
  const known = await requireKnownLanguage(ctx, locale);
  const [rows, versions] = [await listOwnTexts(ctx.db, locale), await listTextVersions(ctx.db, locale, KEPT)];
  const published = await publishedTexts(ctx.db, locale);
  const own = new Map(rows.map((row) => [row.key, row]));
  const expected = expectedOf(locale);
  const unused = rows.filter((row) => row.text !== null && !Object.hasOwn(expected, row.key)).map((row) => row.key);
  return {
    language: describe(known, rows, published),
    rows: [...Object.keys(expected), ...unused].map((key) => presentTextRow(locale, key, own.get(key), published.messages)),
    versions: versions.map((row) => ({
      version: row.version,
      published_at: row.published_at.toISOString(),
      published_by: fullName(row) || null,
      texts: Object.keys(Messages.parse(row.messages)).length,
    })),
  };
}

function presentTextRow(locale: string, key: string, row: OwnTextRow | undefined, published: Messages): TextRow {
  const base = baseOf(locale, key);
  const own = row?.text ?? null;
  return {
    key,
    base: base ?? row?.base ?? '',
    own,
    published: published[key] ?? null,
    state: textState({ base, own, written: row?.base ?? null, translated: hasTexts(locale) }),
    version: row?.version ?? 0,
    changed_at: row?.changed_at.toISOString() ?? null,
    changed_by: fullName(row) || null,
  };
}

/** Saves a text in the draft. Throws an error of `checkText`, or `version_conflict` with both texts. */
export async function saveText(ctx: Admin, locale: string, key: string, given: string | null, expectedVersion: number): Promise<TextRow> {
  await requireKnownLanguage(ctx, locale);
  const base = baseOf(locale, key);
  const before = await findOwnText(ctx.db, locale, key);
  // A text that equals the default text is not stored as a custom text.
  const text = given?.trim() && given !== base ? given : null;
  if (base === undefined && (text !== null || !before)) throw notFound('key');
  if (text !== null && base !== undefined) requireValidText(key, base, text);
  const by = { now: ctx.now, personId: ctx.user.id };
  if (!(await writeOwnText(ctx.db, locale, expectedVersion, { key, text, base: base ?? null }, by))) {
    const theirs = await findOwnText(ctx.db, locale, key);
    throw new AppError('version_conflict', {
      field: 'text',
      details: { mine: text, theirs: theirs?.text ?? null, version: theirs?.version ?? 0, changed_by: fullName(theirs) || null },
    });
  }
  await recordAudit(ctx, 'text.save', { locale, key, text: before?.text ?? null }, { locale, key, text });
  const after = await findOwnText(ctx.db, locale, key);
  return presentTextRow(locale, key, after, (await publishedTexts(ctx.db, locale)).messages);
}

/** Throws if a custom text violates a rule of its default text, for example if placeholders are missing. */
export function requireValidText(key: string, base: string, text: string): void {
  const problem = checkText(key, base, text);
  if (problem) throw refusal(problem);
}

function refusal({ code, name }: TextProblem): AppError {
  if (code === 'too_long') return invalid('text', 'max', { most: TEXT_LENGTH });
  if (code === 'plural_form' || code === 'not_text') return new AppError('validation_failed', { field: 'text' });
  return new AppError(code, { field: 'text', details: { name } });
}

/** Resets the custom texts of an area such as `search` or `search.headline`, or all custom texts if `area` is empty. */
export async function resetTexts(ctx: Admin, locale: string, area: string): Promise<void> {
  await requireKnownLanguage(ctx, locale);
  const rows = (await listOwnTexts(ctx.db, locale)).filter((row) => row.text !== null && isInArea(row.key, area));
  await writeTexts(
    ctx,
    locale,
    rows.map(({ key, base }) => ({ key, text: null, base })),
    'text.reset',
    { area },
  );
}

/** Discards all unpublished changes. */
export async function discardTexts(ctx: Admin, locale: string): Promise<void> {
  await requireKnownLanguage(ctx, locale);
  await writeSet(ctx, locale, (await publishedTexts(ctx.db, locale)).messages, 'text.discard', {});
}

/** Replaces the draft with an earlier published version. */
export async function restoreTexts(ctx: Admin, locale: string, version: number): Promise<void> {
  await requireKnownLanguage(ctx, locale);
  const found = (await listTextVersions(ctx.db, locale, KEPT)).find((row) => row.version === version);
  if (!found) throw notFound('version');
  await writeSet(ctx, locale, Messages.parse(found.messages), 'text.restore', { version });
}

async function writeSet(ctx: Admin, locale: string, wanted: Messages, action: string, about: object): Promise<void> {
  const rows = await listOwnTexts(ctx.db, locale);
  const now = new Map(rows.map((row) => [row.key, row.text]));
  const written = new Map(rows.map((row) => [row.key, row.base]));
  const changes: TextChange[] = [];
  for (const key of new Set([...now.keys(), ...Object.keys(wanted)])) {
    const text = wanted[key] ?? null;
    if ((now.get(key) ?? null) !== text) changes.push({ key, text, base: written.get(key) ?? baseOf(locale, key) ?? null });
  }
  await writeTexts(ctx, locale, changes, action, about);
}

async function writeTexts(ctx: Admin, locale: string, changes: TextChange[], action: string, about: object): Promise<void> {
  if (changes.length === 0) return;
  const before = new Map((await listOwnTexts(ctx.db, locale)).map((row) => [row.key, row.text]));
  await writeOwnTexts(ctx.db, locale, changes, { now: ctx.now, personId: ctx.user.id });
  const was = Object.fromEntries(changes.map(({ key }) => [key, before.get(key) ?? null]));
  await recordAudit(
    ctx,
    action,
    { locale, texts: was },
    { locale, ...about, texts: Object.fromEntries(changes.map(({ key, text }) => [key, text])) },
  );
}

/** Publishes the draft as the next version. Throws `version_conflict` unless `expectedVersion` is the currently published version. */
export async function publishTexts(ctx: Admin, locale: string, expectedVersion: number): Promise<void> {
  await requireKnownLanguage(ctx, locale);
  const before = await publishedTexts(ctx.db, locale);
  if (before.version !== expectedVersion)
    throw new AppError('version_conflict', { field: 'version', details: { version: before.version } });
  const rows = await listOwnTexts(ctx.db, locale);
  const messages = Object.fromEntries(rows.flatMap((row) => (row.text === null ? [] : [[row.key, row.text]])));
  if (JSON.stringify(sorted(messages)) === JSON.stringify(sorted(before.messages))) throw new AppError('state_conflict');
  const version = expectedVersion + 1;
  const done = await insertTextVersion(ctx.db, { locale, version, messages, published_at: ctx.now, published_by: ctx.user.id });
  if (!done) throw new AppError('version_conflict', { field: 'version' });
  await trimTextVersions(ctx.db, locale, version, KEPT);
  await recordAudit(ctx, 'text.publish', { locale, version: expectedVersion, messages: before.messages }, { locale, version, messages });
}

const sorted = (messages: Messages): [string, string][] => Object.entries(messages).sort(([a], [b]) => (a < b ? -1 : 1));

/**
 * Returns the changes that importing the texts makes, and writes them to the draft unless `dryRun` is set. Texts that equal the default are not
 * stored.
 */
export async function importTexts(ctx: Admin, locale: string, texts: Messages, dryRun: boolean): Promise<ImportReport> {
  await requireKnownLanguage(ctx, locale);
  const own = new Map((await listOwnTexts(ctx.db, locale)).map((row) => [row.key, row.text]));
  const report: ImportReport = { added: [], changed: [], same: 0, unknown: [], invalid: [] };
  for (const [key, after] of sorted(texts)) {
    const base = baseOf(locale, key);
    const before = own.get(key) ?? null;
    const problem = base === undefined ? null : checkText(key, base, after);
    if (base === undefined) report.unknown.push(key);
    else if (problem) report.invalid.push({ key, ...problem });
    else if (after.trim() === '' || after === (before ?? base)) report.same++;
    else if (before === null) report.added.push({ key, after });
    else report.changed.push({ key, before, after });
  }
  if (dryRun) return report;
  const changes = [...report.added, ...report.changed].map(({ key, after }) => ({ key, text: after, base: baseOf(locale, key) ?? null }));
  await writeTexts(ctx, locale, changes, 'text.import', {});
  return report;
}
