/** Serves the monthly report as a PDF (docs/behaviour/mails.md#monthly-report). */
import { shiftMonths, today } from '@fundus/contract/days';
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { invalid } from '@fundus/contract/errors';
import { dateLocale, languageOf } from '@fundus/contract/locale';
import { MIN_PEOPLE } from '@fundus/contract/schools/rules';
import { downloadName } from '../../../http/bodies/download-name.ts';
import { contentDisposition } from '../../../http/bodies/content-disposition.ts';
import type { UserCtx } from '../../../http/context.ts';
import { loadWords } from '../../mails/index.ts';
import { MONTHS_SHOWN } from '../../uses/index.ts';
import { drawReport } from './draw-report.ts';
import { requireCountedScope } from './numbers.ts';
import { findSchool } from '../repository.ts';
import { readReport } from './report-facts.ts';
import { formatReport } from './report-words.ts';

/** Returns the report of the given school, or of the user's district if `id` is `null`. Throws if figures of the month are not available. */
export async function sendReport(ctx: UserCtx, id: string | null, { month, lang }: { month: string; lang: string }): Promise<StreamAnswer> {
  const of = await requireCountedScope(ctx, id);
  const day = today(ctx.now);
  const thisMonth = day.slice(0, 7);
  if (month > thisMonth || month < shiftMonths(`${thisMonth}-01`, 1 - MONTHS_SHOWN).slice(0, 7)) throw invalid('month', 'range');
  const t = await loadWords(ctx, lang);
  const facts = await readReport(ctx.db, of, { month, day, now: ctx.now, schoolYearEnd: ctx.config.schoolYearEnd });
  const words = formatReport(t, lang, month, facts);
  const owner = 'school' in of ? ((await findSchool(ctx.db, of.school))?.name ?? '') : t('mail.monthlyReport.district');
  const drawn = new Intl.DateTimeFormat(dateLocale(lang), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
  const title = t('mail.monthlyReport.subject', { month: words.month, owner });
  const paper = await drawReport({
    ...words,
    title,
    about: t('schools.report.paper', { day: drawn, count: MIN_PEOPLE }),
    none: t('schools.report.none'),
    language: languageOf(lang),
    foot: { foot: title, page: t('list.paper.page', { page: '{page}', pages: '{pages}' }) },
  });
  return {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': contentDisposition('inline', `${downloadName(t, 'report', month)}.pdf`),
      'cache-control': 'private, no-store',
    },
    body: Buffer.from(paper),
  };
}
