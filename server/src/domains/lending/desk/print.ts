/** Loan and return slips, and parts that all printed documents share (docs/behaviour/lending.md#paper). */
import { today } from '@fundus/contract/days';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import type { LineState } from '@fundus/contract/lending/states';
import { dateLocale, languageOf } from '@fundus/contract/locale';
import { openCents, type FeeSums } from '@fundus/contract/lending/orders/fee-rules';
import type { lendingPaper } from '@fundus/contract/lending/desk/paper';
import { downloadName } from '../../../http/bodies/download-name.ts';
import { contentDisposition } from '../../../http/bodies/content-disposition.ts';
import type { UserCtx } from '../../../http/context.ts';
import { originOf } from '../../../http/origin.ts';
import { loadWords } from '../../mails/index.ts';
import { requireOrder, type OrderAccess } from '../orders/access.ts';
import { stateAt } from '../orders/present.ts';
import { requirePoint } from '../points/access.ts';
import { listRecordsOfLines } from '../stock/condition-repository.ts';
import type { DeskPaper } from './desk-paper.ts';
import { drawDeskPaper, drawSlips } from './draw-paper.ts';
import { listFeeSums } from '../borrowers/fee-repository.ts';
import { dueOf, listLines, type LineRow } from '../allocation/order-repository.ts';
import type { PointRow } from '../points/point-repository.ts';
import { findPrivate } from '../borrowers/private-repository.ts';
import { listSignatures } from '../borrowers/signature-repository.ts';
import { groupSignedDevices, type SignedDevices } from '../orders/signatures.ts';
import { findModel } from '../models/stock-repository.ts';
import { addTime } from '../allocation/spans.ts';

type Words = Awaited<ReturnType<typeof loadWords>>;

export const toPdfReply = (name: string, body: Uint8Array): StreamAnswer => ({
  headers: {
    'content-type': 'application/pdf',
    'content-disposition': contentDisposition('inline', `${name}.pdf`),
    'cache-control': 'private, no-store',
  },
  body: Buffer.from(body),
});

export const createDayFormatter = (lang: string) => {
  const format = new Intl.DateTimeFormat(dateLocale(lang), { dateStyle: 'medium', timeZone: 'UTC' });
  return (day: string): string => format.format(new Date(day));
};
export const paperHeader = ({ name, address, phone }: PointRow): string => [name, address, phone].filter(Boolean).join(' · ');
export const paperFooter = (ctx: UserCtx, t: Words, lang: string): DeskPaper['foot'] => ({
  page: t('list.paper.page', { page: '{page}', pages: '{pages}' }),
  foot: [originOf(ctx).replace(/^https?:\/\//, ''), createDayFormatter(lang)(today(ctx.now))].join(' · '),
});
export const partWords = (parts: readonly { name: string; count: number }[]): string[] =>
  parts.map(({ name, count }) => (count > 1 ? `${count} × ${name}` : name));

/** Returns texts about the fee of a private borrower and the amount paid. */
function feeFacts(t: Words, fee: FeeSums | undefined, { kind, lang }: { kind: 'out' | 'back'; lang: string }): string[] {
  if (!fee) return [];
  const money = new Intl.NumberFormat(dateLocale(lang), { style: 'currency', currency: 'EUR' });
  const amount = (cents: number): string => money.format(cents / 100);
  const values = { day: amount(fee.day_cents), amount: amount(fee.cents) };
  const paid = { paid: amount(fee.paid_cents - fee.repaid_cents + fee.waived_cents), open: amount(openCents(fee)) };
  return [t(kind === 'out' ? 'lending.paper.fee' : 'lending.paper.fee.back', values), t('lending.paper.fee.paid', paid)];
}

const signedWords = (t: Words, { name, path, signed_at, codes }: SignedDevices, lang: string): string => {
  const moment = new Intl.DateTimeFormat(dateLocale(lang), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Berlin' });
  const values = { name, moment: moment.format(signed_at), codes: codes.join(', ') };
  return t(path === '' ? 'lending.paper.confirmed' : 'lending.paper.signed', values);
};

type Kind = Input<typeof lendingPaper.slip>['query']['kind'];

/** Returns the lines to print: those on loan, or the ready ones if none is on loan. For `back`, returns the finished lines. */
async function linesOf(ctx: UserCtx, id: string, kind: Kind): Promise<LineRow[]> {
  const lines = await listLines(ctx.db, [id]);
  const inState = (...states: LineState[]) => lines.filter((line) => states.includes(stateAt(line, ctx.now)));
  if (kind === 'back') return inState('returned', 'lost');
  const lent = inState('on_loan');
  return lent.length > 0 ? lent : inState('ready');
}

/** Prints the slip of an order for the borrower or the desk. */
export async function printSlip(ctx: UserCtx, id: string, { kind, lang }: Input<typeof lendingPaper.slip>['query']): Promise<StreamAnswer> {
  const asked = await requireOrder(ctx, id);
  const { number } = asked.order;
  const t = await loadWords(ctx, lang);
  return toPdfReply(
    downloadName(t, 'slip', number),
    await drawDeskPaper(await makeSlip(ctx, asked, await linesOf(ctx, id, kind), { kind, lang })),
  );
}

/** Prints the loan slips of several orders of a point. */
export async function printSlips(
  ctx: UserCtx,
  { point: id, orders, lang }: Input<typeof lendingPaper.slips>['query'],
): Promise<StreamAnswer> {
  await requirePoint(ctx, id, 'desk');
  const slips: DeskPaper[] = [];
  for (const order of new Set(orders)) {
    const asked = await requireOrder(ctx, order);
    if (!asked.desk || asked.point.id !== id) throw notFound('orders');
    const lines = await linesOf(ctx, order, 'out');
    if (lines.length > 0) slips.push(await makeSlip(ctx, asked, lines, { kind: 'out', lang }));
  }
  if (slips.length === 0) throw new AppError('state_conflict', { field: 'orders', details: { reason: 'nothing_ready' } });
  const t = await loadWords(ctx, lang);
  return toPdfReply(downloadName(t, 'slips', today(ctx.now)), await drawSlips(t('desk.paper.slips'), slips));
}

async function makeSlip(
  ctx: UserCtx,
  { order, point, desk }: OrderAccess,
  lines: readonly LineRow[],
  { kind, lang }: { kind: Kind; lang: string },
): Promise<DeskPaper> {
  const { id } = order;
  const [t, day] = [await loadWords(ctx, lang), createDayFormatter(lang)];
  const ids = lines.map((line) => line.id);
  const records = await listRecordsOfLines(ctx.db, ids);
  const devices: DeskPaper['blocks'][number]['devices'][number][] = [];
  for (const line of lines) {
    const seen = records.filter((record) => record.line_id === line.id && record.kind === (kind === 'out' ? 'issue' : 'return')).at(-1);
    const { parts } = (await findModel(ctx.db, line.model_id))!;
    const lacks = (seen?.parts ?? []).filter(({ count, there }) => there < count);
    const facts = [
      kind === 'out'
        ? t('lending.paper.until', { day: addTime(day(dueOf(line)), line.ends_at) })
        : t(`lending.result.${line.result ?? 'ok'}`),
      lacks.length > 0 &&
        t('lending.pass.lacks', { parts: lacks.map(({ name, count, there }) => `${count - there} × ${name}`).join(', ') }),
      seen?.note,
      line.received_by && t('lending.paper.by', { name: line.received_by }),
    ];
    devices.push({
      code: line.item_code ?? '',
      title: line.model_name,
      facts: facts.filter(Boolean).join(' · '),
      parts: partWords(parts),
    });
  }
  const signed = kind === 'out' ? groupSignedDevices(lines, await listSignatures(ctx.db, ids)) : [];
  const allSigned = lines.length > 0 && signed.reduce((sum, { codes }) => sum + codes.length, 0) === lines.length;
  const received = t(kind === 'out' ? 'lending.paper.sign.received' : 'lending.paper.sign.returned');
  const known = order.private_id === null ? undefined : await findPrivate(ctx.db, order.private_id);
  const at = known && t('lending.paper.private', { address: known.address.replaceAll('\n', ', ') });
  const name = [order.borrower ?? t('lending.nobody'), order.school_name, at].filter(Boolean).join(', ');
  return {
    language: languageOf(lang),
    head: paperHeader(point),
    title: t(`lending.paper.slip.${kind}`),
    number: order.number,
    facts: [
      t('lending.paper.whose', { name }),
      ...(order.responsible ? [t('lending.paper.responsible', { name: order.responsible })] : []),
      [order.title, t('lending.number', { number: order.number })].filter(Boolean).join(' · '),
      ...feeFacts(t, (await listFeeSums(ctx.db, [id], today(ctx.now))).get(id), { kind, lang }),
    ],
    blocks: [{ title: '', facts: devices.length === 0 ? t('lending.paper.none') : '', devices }],
    words: kind === 'out' ? [point.terms, point.words].filter(Boolean) : [],
    // Only the desk sees drawn signatures. The borrower sees only name and time.
    signed: signed.map((each) => ({ words: signedWords(t, each, lang), path: desk ? each.path : '' })),
    signs: [...(allSigned ? [] : [received]), t('lending.paper.sign.desk')],
    foot: paperFooter(ctx, t, lang),
  };
}
