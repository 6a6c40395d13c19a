/** Validates news and reports all problems at once (docs/behaviour/news.md#fields). */
import { DAY } from '@fundus/contract/days';
import { AppError, type FieldProblem, rejectInvalidFields } from '@fundus/contract/errors';
import { NEWS_BODY } from '@fundus/contract/news/rules';
import { MAX_PINNED, NEWS_DAYS_AHEAD, type NewsFields } from '@fundus/contract/news/news';
import type { Ctx, UserCtx } from '../../http/context.ts';
import { cleanRichText } from '../../rich-text/rich-text.ts';
import { listOfferedLanguages } from '../setup/index.ts';
import { hasCategory } from './category-repository.ts';
import { lockFiles, type FileRow } from './file-repository.ts';
import { countPinned, findKnownTargets, lockPins, type NewsRecord, type TextRow } from './repository.ts';
import { OWN_PICTURE } from './reader.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

/** The stored state before the change, or `undefined` when a news item is created. */
type Before = { row: NewsRecord; texts: readonly TextRow[] } | undefined;
type NewsOwner = { school_id: string | null; district_id: string | null };
type Times = { display_at: Date | null; expires_at: Date | null; pinned_until: Date | null };

export type Checked = Times & { texts: TextRow[]; cover: string | null; attachments: string[]; pictures: string[]; targets: string[] };

const moment = (at: string | null): Date | null => (at === null ? null : new Date(at));

/** Returns the problems of the start, end and pinning dates. */
export function timeProblems({ display_at, expires_at, pinned_until }: Times, now: Date): FieldProblem[] {
  const start = display_at ?? now;
  return [
    ...(start.getTime() > now.getTime() + NEWS_DAYS_AHEAD * DAY ? [{ field: 'display_at', rule: 'max' }] : []),
    ...(expires_at !== null && expires_at <= start ? [{ field: 'expires_at', rule: 'min' }] : []),
    ...(pinned_until !== null && pinned_until <= start ? [{ field: 'pinned_until', rule: 'min' }] : []),
  ];
}

type Picture = { file: string; alt: string };

/** Returns the file and the alternative text of each picture in a sanitized text. */
const picturesIn = (html: string): Picture[] =>
  [...html.matchAll(/<img\b[^<>]*>/g)].map(([tag]) => ({
    file: /\bsrc="[^"]*\/([0-9a-f-]{36})"/.exec(tag)?.[1] ?? '',
    alt: (/\balt="([^"]*)"/.exec(tag)?.[1] ?? '').trim(),
  }));

/** Returns whether the user may use the file: either it belongs to this news item, or the user uploaded it and it is unused. */
const isTheirs = (user: SignedIn, file: FileRow, newsId: string | undefined): boolean =>
  file.news_id === null ? file.added_by === user.id : file.news_id === newsId;

/** Returns the validated fields to store. Throws `validation_failed` with all problems. */
export async function validateNews(ctx: UserCtx, fields: NewsFields, owner: NewsOwner, before: Before): Promise<Checked> {
  const problems: FieldProblem[] = [];
  const note = (field: string, rule: string): void => void problems.push({ field, rule });
  const texts: TextRow[] = Object.entries(fields.texts).map(([language, words]) => ({
    language,
    ...words,
    body: cleanRichText(words.body, { pictures: OWN_PICTURE }),
  }));
  const pictures = texts.flatMap(({ language, body }) => picturesIn(body).map((picture) => ({ language, ...picture })));
  const attachments = [...new Set(fields.attachments)];
  const given = await lockFiles(ctx.db, [
    ...new Set([...(fields.cover ? [fields.cover] : []), ...attachments, ...pictures.map(({ file }) => file)]),
  ]);
  const has = (id: string, kind: string): boolean =>
    given.some((file) => file.id === id && file.kind === kind && isTheirs(ctx.user, file, before?.row.id));

  const offered = await listOfferedLanguages(ctx);
  for (const { language, cover_alt, body } of texts) {
    // Sanitizing escapes characters, which makes the text longer: `&` becomes five characters.
    if (body.length > NEWS_BODY) note(`texts.${language}.body`, 'max');
    if (!offered.includes(language) && !before?.texts.some((text) => text.language === language)) note(`texts.${language}`, 'unknown');
    if (fields.cover && cover_alt === '') note(`texts.${language}.cover_alt`, 'required');
    const own = pictures.filter((picture) => picture.language === language);
    if (own.some(({ alt }) => alt === '')) note(`texts.${language}.body`, 'alt');
    if (own.some(({ file }) => !has(file, 'picture'))) note(`texts.${language}.body`, 'unknown');
  }
  if (fields.cover && !has(fields.cover, 'picture')) note('cover', 'unknown');
  if (attachments.some((id) => !has(id, 'attachment'))) note('attachments', 'unknown');
  if (fields.category !== null && fields.category !== before?.row.category && !(await hasCategory(ctx.db, fields.category)))
    note('category', 'unknown');
  const targets = await checkTargets(ctx, fields, owner, before, note);
  const times = timesOf(ctx, fields, before);
  problems.push(...timeProblems(times, ctx.now));
  rejectInvalidFields(problems);
  return { texts, cover: fields.cover, attachments, pictures: pictures.map(({ file }) => file), targets, ...times };
}

/** Returns the dates. A published news item whose scheduled date is removed begins at once, and a visible one keeps its date. */
function timesOf({ now }: Pick<Ctx, 'now'>, fields: NewsFields, before: Before): Times {
  const given = moment(fields.display_at);
  const stored = before?.row.stage === 'published' ? before.row.display_at : null;
  return {
    display_at: given ?? (stored !== null && stored > now ? now : stored),
    expires_at: moment(fields.expires_at),
    pinned_until: moment(fields.pinned_until),
  };
}

/** Returns the ids of the addressed schools or classes. Previous targets are accepted even if they can no longer be selected. */
async function checkTargets(
  { db }: Pick<Ctx, 'db'>,
  { audience, targets }: NewsFields,
  owner: NewsOwner,
  before: Before,
  note: (field: string, rule: string) => void,
): Promise<string[]> {
  if (audience !== 'schools' && audience !== 'classes') return [];
  const ids = [...new Set(targets)];
  if (ids.length === 0) note('targets', 'required');
  const keptTargets = before?.row.audience === audience ? before.row.targets.map(({ id }) => id) : [];
  const known = await findKnownTargets(db, audience, (audience === 'schools' ? owner.district_id : owner.school_id)!, ids);
  if (ids.some((id) => !known.includes(id) && !keptTargets.includes(id))) note('targets', 'unknown');
  return ids;
}

/** Throws `state_conflict` if a reader could have more than three pinned news items. */
export async function checkPins(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  news: Pick<NewsRecord, 'id' | 'school_id' | 'district_id' | 'audience' | 'pinned_until'>,
  targets: readonly string[],
): Promise<void> {
  if (news.pinned_until === null || news.pinned_until <= now) return;
  await lockPins(db, (news.school_id ?? news.district_id)!);
  if ((await countPinned(db, now, news, targets)) >= MAX_PINNED)
    throw new AppError('state_conflict', { field: 'pinned_until', details: { most: MAX_PINNED } });
}
