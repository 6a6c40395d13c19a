/** Legal pages, read by visitors and edited by district administrators. The portal has one set for all districts. */
import { fullName } from '@fundus/contract/people/full-name';
import { today } from '@fundus/contract/days';
import { AppError, notFound, invalid } from '@fundus/contract/errors';
import type { LegalDraft, LegalPageReply, ShownText } from '@fundus/contract/legal/legal';
import { servesPage, isStatementInImprint } from '@fundus/contract/legal/destinations';
import {
  LEGAL_PAGES,
  LEGAL_TEXT_LENGTH,
  LegalContent,
  Operator,
  operatorGaps,
  Statement,
  statementGaps,
  textGaps,
  type Gap,
  type LegalPage,
} from '@fundus/contract/legal/content';
import type { FrontendConfig } from '@fundus/contract/config';
import { languageOrder } from '@fundus/contract/locale';
import type { z } from 'zod';
import type { OperatorReply } from '@fundus/contract/legal/legal';
import type { Db } from '../../db/open.ts';
import type { Ctx, UserCtx } from '../../http/context.ts';
import { mayEditLegal } from './policy.ts';
import {
  findVersion,
  insertVersion,
  listCurrent,
  listVersions,
  removeVersionsUpTo,
  type LegalDocument,
  type VersionRow,
} from './repository.ts';
import { cleanRichText, hasWords } from '../../rich-text/rich-text.ts';
import { templateOf } from './templates.ts';

type Admin = UserCtx;

const KEPT = 20;
/** Pages that require a text. The imprint and the accessibility statement consist of structured details. */
const NEEDS_TEXT: readonly LegalPage[] = ['privacy', 'terms'];

/** Returns the stored content. Missing fields get the current defaults. */
const contentOf = (stored: unknown): LegalContent => LegalContent.parse(stored);

/** Returns the page in the requested language. Throws `feature_disabled` if the portal does not show it. */
export async function readPage(ctx: Ctx, page: LegalPage, wanted: string): Promise<LegalPageReply> {
  requireServedPage(page, ctx.config);
  const text = await findShownText(ctx, page, wanted);
  const accessibility = page === 'imprint' && isStatementInImprint(ctx.config) ? await findShownText(ctx, 'accessibility', wanted) : null;
  const operator = await readOperator(ctx.db);
  const edit = mayEditLegal(ctx.user);
  const gaps = edit ? gapsOf(page, [text, accessibility], operator, today(ctx.now)) : [];
  return { page, text, accessibility, operator, gaps, can: { edit } };
}

function requireServedPage(page: LegalPage, config: FrontendConfig): void {
  if (!servesPage(page, config)) throw new AppError('feature_disabled');
}

/**
 * Returns the text of a page in the requested language, or else in the portal's languages in their order. A template is used only if the page has no
 * text of its own in any language, because the template could contradict that text.
 */
async function findShownText({ db, config }: Pick<Ctx, 'db' | 'config'>, page: LegalPage, wanted: string): Promise<ShownText> {
  const own = new Map((await listCurrent(db, page)).flatMap((row) => (row.content === null ? [] : [[row.language, row] as const])));
  const order = [...languageOrder(wanted, config.Locales), ...own.keys()];
  const language = order.find((each) => (own.size > 0 ? own.has(each) : templateOf(page, each) !== undefined)) ?? 'de';
  const row = own.get(language);
  const content = row ? contentOf(row.content) : templateContent(page, language);
  return { language, ...content, changed_at: row?.created_at.toISOString() ?? null };
}

const templateContent = (page: LegalPage, language: string): LegalContent => ({
  body: templateOf(page, language) ?? '',
  statement: page === 'accessibility' ? Statement.parse({}) : null,
});

function gapsOf(page: LegalPage, texts: readonly (ShownText | null)[], operator: Operator, today: string): Gap[] {
  return [
    ...operatorGaps(page, operator),
    ...texts.flatMap((text) => (text ? textGaps(text.body) : [])),
    ...texts.flatMap((text) => (text?.statement ? statementGaps(text.statement, today) : [])),
  ];
}

/** Returns the operator's details, which are empty by default. */
export async function readOperator(db: Db): Promise<Operator> {
  const [row] = await listVersions(db, 'operator', '', 1);
  return Operator.parse(row?.content ?? {});
}

export async function readOperatorDraft({ db }: Pick<Ctx, 'db'>): Promise<z.input<typeof OperatorReply>> {
  const [row] = await listVersions(db, 'operator', '', 1);
  return {
    version: row?.version ?? 0,
    operator: Operator.parse(row?.content ?? {}),
    changed_at: row?.created_at.toISOString() ?? null,
    changed_by: fullName(row) || null,
  };
}

/** Returns whether all pages are complete in the portal's default language. */
export async function isLegalComplete(ctx: UserCtx): Promise<boolean> {
  const operator = await readOperator(ctx.db);
  for (const page of LEGAL_PAGES) {
    if (!servesPage(page, ctx.config)) continue;
    const text = await findShownText(ctx, page, ctx.config.Locales[0] ?? 'de');
    if (gapsOf(page, [text], operator, today(ctx.now)).length > 0) return false;
  }
  return true;
}

export async function saveOperator(ctx: Admin, expectedVersion: number, operator: Operator): Promise<z.input<typeof OperatorReply>> {
  await write(ctx, 'operator', '', expectedVersion, operator);
  return readOperatorDraft(ctx);
}

export async function readDraft({ db, config }: Pick<Ctx, 'db' | 'config'>, page: LegalPage, language: string): Promise<LegalDraft> {
  requireServedPage(page, config);
  const versions = await listVersions(db, page, language, KEPT);
  const newest = versions[0];
  const template = newest === undefined || newest.content === null;
  return {
    page,
    language,
    version: newest?.version ?? 0,
    content: template ? templateContent(page, language) : contentOf(newest.content),
    template,
    versions: versions.map((row) => ({
      version: row.version,
      changed_at: row.created_at.toISOString(),
      changed_by: fullName(row) || null,
      template: row.content === null,
    })),
  };
}

/** Returns an earlier version. Returns the template if the page used it in that version. */
export async function readVersion(
  { db, config }: Pick<Ctx, 'db' | 'config'>,
  page: LegalPage,
  language: string,
  version: number,
): Promise<LegalContent> {
  requireServedPage(page, config);
  const row = await findVersion(db, page, language, version);
  if (!row) throw notFound('version');
  return row.content === null ? templateContent(page, language) : contentOf(row.content);
}

/** Saves the sanitized text. Throws `validation_failed` if the text is empty or too long, or `version_conflict` with the current text. */
export async function saveText(
  ctx: Admin,
  page: LegalPage,
  language: string,
  expectedVersion: number,
  given: LegalContent,
): Promise<LegalDraft> {
  requireServedPage(page, ctx.config);
  const body = cleanRichText(given.body);
  if (NEEDS_TEXT.includes(page) && !hasWords(body)) throw invalid('content.body', 'required');
  // Checked after sanitizing, which makes the text longer: `&` becomes five characters.
  if (body.length > LEGAL_TEXT_LENGTH) throw invalid('content.body', 'max');
  const statement = page === 'accessibility' ? (given.statement ?? Statement.parse({})) : null;
  await write(ctx, page, language, expectedVersion, { body, statement } satisfies LegalContent);
  return readDraft(ctx, page, language);
}

/** Restores the template. Earlier texts are kept as versions. */
export async function resetText(ctx: Admin, page: LegalPage, language: string, expectedVersion: number): Promise<LegalDraft> {
  requireServedPage(page, ctx.config);
  await write(ctx, page, language, expectedVersion, null);
  return readDraft(ctx, page, language);
}

async function write(ctx: Admin, document: LegalDocument, language: string, expectedVersion: number, content: unknown): Promise<void> {
  const [newest] = await listVersions(ctx.db, document, language, 1);
  if ((newest?.version ?? 0) !== expectedVersion) throw conflict(newest);
  const row = { document, language, version: expectedVersion + 1, content, author_id: ctx.user.id, created_at: ctx.now };
  if (!(await insertVersion(ctx.db, row))) throw conflict(undefined);
  await removeVersionsUpTo(ctx.db, document, language, expectedVersion + 1 - KEPT);
}

const conflict = (row: VersionRow | undefined): AppError =>
  new AppError('version_conflict', {
    field: 'version',
    details: {
      version: row?.version ?? 0,
      changed_by: fullName(row) || null,
      changed_at: row?.created_at.toISOString() ?? null,
      current: row?.content ?? null,
    },
  });
