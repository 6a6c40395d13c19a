/** Prints learner codes and logs this in the audit log. */
import { codeState, type CodeState, type Picture } from '@fundus/contract/classes/rules';
import { today } from '@fundus/contract/days';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import { notFound } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import type { learnerCodes } from '@fundus/contract/classes/learner-codes';
import { contentDisposition } from '../../../http/bodies/content-disposition.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { originOf } from '../../../http/origin.ts';
import { readTheme } from '../../setup/index.ts';
import { findBatch, issueCodes, listCodes, markPrinted } from './code-repository.ts';
import { decryptCode, decryptSheetToken } from './code-batch.ts';
import type { Sheet } from './code-sheet.ts';
import { drawSheets } from './draw-sheets.ts';
import { auditScope, lockOwnClass, requireRight } from '../service.ts';
import { readMailTheme, loadWords } from '../../mails/index.ts';

type Chosen = { batch?: string | undefined; codes?: readonly string[] | undefined };
type Wanted = Input<typeof learnerCodes.sheet>['query'];

/** Returns the chosen codes in one of the states. Codes that cannot be decrypted are omitted. Throws `not_found` if none are left. */
async function listChosen(ctx: UserCtx, classId: string, { batch: batchId, codes: ids }: Chosen, states: readonly CodeState[]) {
  const batch = batchId === undefined ? undefined : await findBatch(ctx.db, classId, batchId);
  if (batchId !== undefined && !batch) throw notFound('batch');
  const codes = (await listCodes(ctx.db, classId, { ids, batch: batch?.id })).flatMap((row) => {
    const code = states.includes(codeState(row, today(ctx.now))) ? decryptCode(ctx.secret, row.sealed) : null;
    return code === null ? [] : [{ ...row, code }];
  });
  if (codes.length === 0) throw notFound('codes');
  return { codes, sheet: batch && !ids ? decryptSheetToken(ctx.secret, batch.sheet_sealed) : null };
}

/** Issues the chosen codes, because they are about to be printed. */
export async function issueChosenCodes(ctx: UserCtx, classId: string, chosen: Chosen): Promise<{ printed: number }> {
  const row = await lockOwnClass(ctx, classId, 'codes');
  const { codes } = await listChosen(ctx, classId, chosen, ['prepared', 'issued', 'in_use']);
  const printed = codes.map(({ id }) => id);
  await issueCodes(ctx.db, printed, ctx.now);
  await markPrinted(ctx.db, printed, today(ctx.now), ctx.now);
  await recordAudit(ctx, 'code.print', null, { count: codes.length }, auditScope(row));
  return { printed: printed.length };
}

/** Draws issued codes as PDF. Changes nothing, because browsers may prefetch the URL. */
export async function drawCodes(ctx: UserCtx<'storage'>, classId: string, wanted: Wanted): Promise<StreamAnswer> {
  const row = await requireRight(ctx, classId, 'codes');
  const ids = wanted.codes === '' ? undefined : wanted.codes.split('|');
  const { codes, sheet } = await listChosen(ctx, classId, { batch: wanted.batch, codes: ids }, ['issued', 'in_use']);
  const drawn = {
    school: row.school_name,
    className: row.name,
    sheet,
    pictureClass: row.picture_login ? row.join_code : null,
    codes: codes.map(({ label, code, pictures, valid_until }) => ({ label, code, valid_until, pictures: pictures as Picture[] | null })),
  };
  return toCodesPdf(await drawPaper(ctx, wanted, [drawn]), row.name);
}

/** Layout, language and text of printed codes. */
export type PaperLook = Pick<Wanted, 'layout' | 'lang' | 'text'>;

/** A class whose codes are printed. */
export type ClassOnPaper = {
  school: string;
  className: string;
  /** Token for colleagues, or `null`. */
  sheet: string | null;
  /** Join code of the class, or `null` unless the picture sign-in is enabled. */
  pictureClass: string | null;
  codes: readonly { label: string; code: string; pictures: readonly Picture[] | null; valid_until: string }[];
};

/** Draws the cards of several classes in the design of the portal. */
export async function drawPaper(
  ctx: UserCtx<'storage'>,
  { layout, lang, text }: PaperLook,
  classes: readonly [ClassOnPaper, ...ClassOnPaper[]],
): Promise<Uint8Array> {
  const t = await loadWords(ctx, lang);
  const day = new Intl.DateTimeFormat(t('codes.sheet.language'), { dateStyle: 'medium', timeZone: 'UTC' });
  const origin = originOf(ctx);
  const address = origin.replace(/^https?:\/\//, '') + href('login');
  const look = await readMailTheme(ctx);
  const portal = (await readTheme(ctx.db)).productName;
  const sheetOf = ({ codes, className, ...about }: ClassOnPaper): Sheet => ({
    ...about,
    ...{ layout, portal, text, className, origin, address },
    logo: look.logo,
    colour: look.primaryColor,
    codes: codes.map(({ label, code, pictures, valid_until }) => {
      const lastDay = day.format(new Date(valid_until));
      const pictureNames = (pictures ?? []).map((name) => t(`picture.${name}`)).join(', ');
      return { label, code, pictures, pictureNames, lastDay, until: t('codes.sheet.until', { date: lastDay }) };
    }),
    words: {
      title: t('codes.sheet.title'),
      language: t('codes.sheet.language'),
      how: t('codes.sheet.how'),
      list: t('codes.sheet.list', { address }),
      colleagues: t('codes.sheet.colleagues'),
      colleaguesText: t('codes.sheet.colleaguesText', { class: className }),
    },
  });
  const [first, ...others] = classes;
  return drawSheets([sheetOf(first), ...others.map(sheetOf)]);
}

/** Returns the PDF as a file that is named after a class or school. */
export function toCodesPdf(pdf: Uint8Array, named: string): StreamAnswer {
  const name = `${named.replace(/[^\p{L}\p{N}_-]+/gu, '-')}.pdf`;
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': contentDisposition('inline', name),
    'cache-control': 'no-store',
  };
  return { headers, body: Buffer.from(pdf) };
}
