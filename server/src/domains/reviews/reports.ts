/** Problem reports, which are mailed to editors, resolved by them and answered (docs/behaviour/reviews.md#problem-reports). */
import { fullName } from '@fundus/contract/people/full-name';
import { createHmac } from 'node:crypto';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { canChangeReportState, type Report, type ReportState, type reviews } from '@fundus/contract/reviews/reviews';
import { href } from '@fundus/contract/screens';
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import type { Ctx, Portal, UserCtx } from '../../http/context.ts';
import { requireKnownRow } from '../catalogue/index.ts';
import { countFlagged } from './repository.ts';
import {
  countFrom,
  countReports,
  clearSources,
  insertReport,
  listEditors,
  listReports,
  lockReport,
  lockSource,
  removeSettled,
  setReport,
  type ReportRow,
} from './report-repository.ts';
import { requireEditorDistrict } from './policy.ts';
import { tooManyAttempts } from '../../limits/limits.ts';
import { writeMail } from '../mails/index.ts';

const HOUR = 3_600_000;
/** Maximum number of reports per hour from one network address, which the guests of a school share. */
const GUEST_HOURLY = 5;
const PERSON_HOURLY = 20;
/** Maximum number of mails per report, for each district and in total. */
const MAX_EDITORS = { each: 20, all: 100 };
const DAY = 24 * HOUR;
/** Retention time of resolved reports in milliseconds. */
const KEPT = 365 * DAY;

/** Stores a report and mails it to the editors. Reports by learner codes are anonymous and have their own limit. Throws `too_many_attempts`. */
export async function reportProblem(ctx: Ctx, body: Input<typeof reviews.report>['body']): Promise<{ ok: true }> {
  const { db, now } = ctx;
  const user = ctx.user?.by_code ? null : ctx.user;
  const row = await requireKnownRow(ctx, body.mediaId);
  if (body.reason === 'other' && body.text === '') throw invalid('text', 'required');
  const source = createHmac('sha256', ctx.secret)
    .update(`report:${ctx.user ? ctx.user.id : ctx.address}`)
    .digest('base64url');
  await lockSource(db, source);
  if ((await countFrom(db, source, new Date(now.getTime() - HOUR))) >= (user ? PERSON_HOURLY : GUEST_HOURLY))
    throw tooManyAttempts(HOUR / 1_000);
  const district_id = ctx.user?.district_id ?? null;
  await insertReport(db, {
    id: newId(now),
    identifier: body.mediaId,
    title: row.fn_titel,
    reason: body.reason,
    text: body.text,
    email: user ? '' : body.email,
    language: body.language,
    person_id: user?.id ?? null,
    district_id,
    source,
    at: now,
  });
  for (const editor of await listEditors(db, district_id, MAX_EDITORS)) {
    await writeMail(
      ctx,
      { ...editor, state: 'active' },
      {
        template: 'report',
        compose: (t) => ({
          subject: t('mail.report.subject', { title: row.fn_titel }),
          body: [
            { kind: 'text', text: t('mail.report.text', { title: row.fn_titel, reason: t(`report.reason.${body.reason}`) }) },
            ...(body.text ? [{ kind: 'quote' as const, text: body.text }] : []),
            { kind: 'link', label: t('mail.report.open'), href: href('library', { tab: 'reports' }) },
          ],
        }),
      },
    );
  }
  return { ok: true };
}

const present = (row: ReportRow): Report => ({
  id: row.id,
  medium: { identifier: row.identifier, fn_titel: row.title, there: row.there },
  reason: row.reason,
  text: row.text,
  by: row.name ? [fullName(row), row.school_name].filter(Boolean).join(', ') : row.email || null,
  answerable: Boolean(row.person_email ?? row.email),
  state: row.state,
  answer: row.answer,
  at: row.at.toISOString(),
});

type Asked = Input<typeof reviews.reports>['query'];

export async function readReports(ctx: UserCtx, { offset, limit, state }: Asked): Promise<Reply<typeof reviews.reports>> {
  const district = requireEditorDistrict(ctx.user);
  const rows = await listReports(ctx.db, district, state, offset, limit);
  return {
    total: await countReports(ctx.db, district, state),
    offset,
    limit,
    items: rows.map(present),
    open: await countReports(ctx.db, district, 'open'),
    flagged: await countFlagged(ctx.db, district, 'flagged'),
  };
}

/** Resolves a report and notifies its author if the author's email address is known. */
export async function decideReport(ctx: UserCtx, id: string, { state, answer }: { state: ReportState; answer: string }): Promise<Report> {
  const district = requireEditorDistrict(ctx.user);
  const row = await lockReport(ctx.db, district, id);
  if (!row) throw notFound();
  if (!canChangeReportState(row.state, state)) throw new AppError('state_conflict', { details: { state: row.state } });
  await setReport(ctx.db, id, { state, answer, handled_by: ctx.user.id, changed_at: ctx.now });
  await recordAudit(ctx, 'report.settle', { id, state: row.state }, { state, answer });
  const email = row.person_email ?? (row.email || null);
  if ((row.person_id ?? email) && (state === 'fixed' || state === 'rejected')) {
    await writeMail(
      ctx,
      { id: row.person_id, email, locale: row.language, ...(row.person_state !== null && { state: row.person_state }) },
      {
        template: 'reportSettled',
        compose: (t) => ({
          subject: t('mail.reportSettled.subject', { title: row.title }),
          body: [
            { kind: 'text', text: t(`mail.reportSettled.${state}`, { title: row.title }) },
            ...(answer ? [{ kind: 'quote' as const, text: answer }] : []),
          ],
        }),
      },
    );
  }
  return present({ ...row, state, answer });
}

/** Clears the sources of reports after a day, and removes resolved reports after a year. */
export async function deleteOldReports({ db, now }: Pick<Portal, 'db' | 'now'>): Promise<void> {
  await clearSources(db, new Date(now().getTime() - DAY));
  await removeSettled(db, new Date(now().getTime() - KEPT));
}
