/** Steps of the initial setup, which finally creates a district with its first administrator (docs/behaviour/first-start.md). */
import type { SecondStep, User } from '@fundus/contract/accounts/accounts';
import { AppError, invalid, invalidFields } from '@fundus/contract/errors';
import { FirstStartDraft, FirstStartForm, type FirstStartState } from '@fundus/contract/first-start/first-start';
import { contrast } from '@fundus/contract/setup/theme-rules';
import { ThemeSettings } from '@fundus/contract/setup/theme';
import { newId } from '../../db/new-id.ts';
import type { Ctx, UserCtx } from '../../http/context.ts';
import { countAttempts, limitKey, tooManyAttempts, type LimitRule } from '../../limits/limits.ts';
import { readPerson } from '../../visitors/repository.ts';
import { beginSession, createDistrict, hashPassword, insertPeople, isAddressFree } from '../accounts/index.ts';
import { saveOperator } from '../legal/index.ts';
import { loadWords } from '../mails/index.ts';
import { listKnownLanguages, ownName, publishFirstTheme, switchLanguage } from '../setup/index.ts';
import { findFirstStart, lockFirstStart, removeFirstStart, saveDraft } from './repository.ts';
import { isValidToken, requireNoDistrict } from './token.ts';
import { THEME_DEFAULTS } from '@fundus/contract/setup/theme-defaults';

/** Returns the stored draft. Returns an empty draft if the stored one no longer matches the schema. */
const draftOf = (stored: unknown): FirstStartDraft => FirstStartDraft.safeParse(stored).data ?? FirstStartDraft.parse({});

export async function readState(ctx: Ctx<'mailServer'>): Promise<FirstStartState> {
  const row = await findFirstStart(ctx.db);
  if (!row) throw new AppError('revoked');
  return {
    version: row.version,
    draft: draftOf(row.draft),
    languages: (await listKnownLanguages(ctx)).map(({ code, is_default, enabled }) => ({ code, name: ownName(code), is_default, enabled })),
    mail: { configured: ctx.mailServer.configured, from: ctx.mailServer.from },
  };
}

/**
 * Locks the row and returns it if the token is valid. Throws `revoked`, `invalid_link`, or `version_conflict` if another browser has saved meanwhile.
 */
async function lockOpen(ctx: Ctx, token: string, version: number) {
  const row = await lockFirstStart(ctx.db);
  await requireNoDistrict(ctx.db);
  if (!isValidToken(ctx, row, token)) throw new AppError('invalid_link', { field: 'token' });
  if (row.version !== version) throw new AppError('version_conflict', { field: 'version', details: { version: row.version } });
  return row;
}

export async function saveStep(
  ctx: Ctx<'mailServer'>,
  { token, version, draft }: { token: string; version: number; draft: FirstStartDraft },
) {
  await lockOpen(ctx, token, version);
  await saveDraft(ctx.db, draft, version + 1);
  return readState(ctx);
}

/** Limits test mails, so that the portal cannot be used to flood an address. */
const TEST_MAILS: LimitRule = { most: 20, withinMinutes: 60, grows: false };

/** Sends a mail directly instead of through the outbox, so that the reply of the mail server can be shown. Runs outside of a transaction. */
export async function sendTestMail(ctx: Ctx<'mailServer'>, { to, language }: { to: string; language: string }) {
  if (!ctx.mailServer.configured) return { result: 'not_configured' as const, detail: '' };
  const wait = await ctx.db
    .transaction()
    .execute((db) => countAttempts(db, limitKey(ctx.secret, 'first-start-mail', ''), ctx.now, TEST_MAILS));
  if (wait > 0) throw tooManyAttempts(wait);
  const t = await loadWords(ctx, language);
  try {
    await ctx.mailServer.send(
      {
        to: { address: to },
        language,
        subject: t('firstStart.mail.subject'),
        body: [{ kind: 'text', text: t('firstStart.mail.text') }],
        reason: t('firstStart.mail.reason'),
      },
      { id: newId(ctx.now), createdAt: ctx.now },
    );
    return { result: 'sent' as const, detail: '' };
  } catch (error) {
    return { result: 'failed' as const, detail: (error as Error).message.slice(0, 500) };
  }
}

type Finish = { token: string; version: number; password: string; language: string };

/** Validates the whole form and hashes the password, outside of the transaction. Throws `validation_failed` with all invalid fields. */
export async function prepareFinish(stored: unknown, { password }: Pick<Finish, 'password'>): Promise<string> {
  const checked = FirstStartForm.safeParse({ ...draftOf(stored), password });
  if (!checked.success) throw invalidFields(checked.error.issues.map(({ path, message }) => ({ field: path.join('.'), rule: message })));
  return hashPassword(password);
}

/** Creates the district, its first administrator and all saved settings. Deletes the row, which invalidates the token. */
export async function finishSetUp(
  ctx: Ctx<'oidc'>,
  { token, version, language }: Finish,
  password_hash: string,
): Promise<User | SecondStep> {
  const draft = draftOf((await lockOpen(ctx, token, version)).draft);
  if (!(await isAddressFree(ctx.db, draft.email))) throw invalid('email', 'taken');
  const { id: district_id } = await createDistrict({ ...ctx, user: null }, draft.district);
  const personId = newId(ctx.now);
  await insertPeople(ctx.db, [
    {
      id: personId,
      email: draft.email,
      password_hash,
      vorname: draft.vorname,
      name: draft.name,
      role: '',
      school_admin: '0',
      district_admin: '1',
      capabilities: [],
      school_id: null,
      district_id,
      locale: language,
    },
  ]);
  const user = await readPerson(ctx.db, personId);
  if (!user) throw new Error('the first administrator was not stored');
  await applyDraft({ ...ctx, user }, draft);
  await removeFirstStart(ctx.db);
  return beginSession(ctx, { personId, state: 'active', stay: false });
}

async function applyDraft(ctx: UserCtx, draft: FirstStartDraft): Promise<void> {
  if (Object.values(draft.operator).some((value) => value !== '')) await saveOperator(ctx, 0, draft.operator);
  for (const { code, is_default, enabled } of await listKnownLanguages(ctx)) {
    const wanted = draft.languages === null ? enabled : draft.languages.includes(code);
    if (!is_default && wanted !== enabled) await switchLanguage(ctx, code, wanted);
  }
  const { productName, primaryColor } = draft;
  if (productName === THEME_DEFAULTS.productName && primaryColor === THEME_DEFAULTS.primaryColor) return;
  // Links are displayed on white. A primary colour with too little contrast is used only for areas and buttons.
  const linkColor = contrast(primaryColor, '#ffffff') >= 4.5 ? primaryColor : THEME_DEFAULTS.linkColor;
  await publishFirstTheme(ctx, ThemeSettings.parse({ productName, primaryColor, linkColor }));
}
