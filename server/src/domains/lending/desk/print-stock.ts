/** Prints labels of devices and picking lists (docs/behaviour/lending.md#paper). */
import { today } from '@fundus/contract/days';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import { MAX_LABELS, type lendingPaper } from '@fundus/contract/lending/desk/paper';
import { languageOf } from '@fundus/contract/locale';
import { downloadName } from '../../../http/bodies/download-name.ts';
import type { UserCtx } from '../../../http/context.ts';
import { loadWords } from '../../mails/index.ts';
import { dueOf, listLines, type LineRow, type OrderRow } from '../allocation/order-repository.ts';
import { addTime } from '../allocation/spans.ts';
import { findModel } from '../models/stock-repository.ts';
import { listItems, listShelves } from '../models/item-repository.ts';
import { clockOf, stateAt } from '../orders/present.ts';
import { requirePoint } from '../points/access.ts';
import type { DeskPaper } from './desk-paper.ts';
import { listOrdersToPick } from './desk-repository.ts';
import { drawDeskPaper, drawLabels } from './draw-paper.ts';
import { toPdfReply, createDayFormatter, paperFooter, paperHeader, partWords } from './print.ts';

/** Prints labels of devices, ordered by code. Retired and lost devices are left out. */
export async function printLabels(
  ctx: UserCtx,
  { point: id, lang, offset, first, ...asked }: Input<typeof lendingPaper.labels>['query'],
): Promise<StreamAnswer> {
  const point = await requirePoint(ctx, id, 'desk');
  const rows = await listItems(ctx.db, { point: id, day: today(ctx.now), ...asked }, offset, MAX_LABELS);
  const labels = rows
    .filter(({ state }) => state !== 'retired' && state !== 'lost')
    .map(({ code, model_name }) => ({ code, name: model_name, point: point.name }));
  const t = await loadWords(ctx, lang);
  return toPdfReply(
    downloadName(t, 'labels', today(ctx.now)),
    await drawLabels({ language: languageOf(lang), title: t('lending.paper.labels'), labels, skip: first - 1 }),
  );
}

type Translate = Awaited<ReturnType<typeof loadWords>>;
type Device = DeskPaper['blocks'][number]['devices'][number];
type Picked = { order: OrderRow; line: LineRow; shelf: string };
/** Returns details of a device in one line, such as its shelf, borrower or due day. Details in the title of the block are not repeated. */
type FactOf = (picked: Picked) => string;

const byText = (a: string, b: string): number => a.localeCompare(b, 'de', { numeric: true });

/** Prints devices that are still to be collected, grouped by order or by shelf. */
export async function printPicking(
  ctx: UserCtx,
  { point: id, date, orders: ids, by, lang }: Input<typeof lendingPaper.picking>['query'],
): Promise<StreamAnswer> {
  const point = await requirePoint(ctx, id, 'desk');
  const [t, day] = [await loadWords(ctx, lang), createDayFormatter(lang)];
  const orders = await listOrdersToPick(ctx.db, id, clockOf(ctx.now), { date, orders: ids });
  const picked = await listPicked(ctx, orders, ids.length > 0 ? '' : date);
  const until = ({ line }: Picked): string =>
    line.bring_on === null || line.fetch_on === null
      ? t('lending.paper.until', { day: addTime(day(dueOf(line)), line.ends_at) })
      : t('lending.courier.days', { bring: day(line.bring_on), fetch: day(line.fetch_on) });
  const blocks = by === 'shelf' ? await shelfBlocks(ctx, t, picked, until) : await orderBlocks(ctx, t, orders, picked, until);
  const paper: DeskPaper = {
    ...{ language: languageOf(lang), head: paperHeader(point), number: '', words: [], signs: [], blocks, foot: paperFooter(ctx, t, lang) },
    title: date === '' ? t('desk.paper.picking') : t('lending.paper.picking', { day: day(date) }),
    facts: blocks.length === 0 ? [t('lending.paper.nobodyComes')] : [],
  };
  return toPdfReply(downloadName(t, 'picking', date), await drawDeskPaper(paper));
}

/** Returns the devices of these orders that are still to be collected. An empty `date` means any day. */
async function listPicked(ctx: UserCtx, orders: readonly OrderRow[], date: string): Promise<Picked[]> {
  const rows = await listLines(
    ctx.db,
    orders.map((order) => order.id),
  );
  const lines = rows.filter(
    (line) => ['approved', 'ready'].includes(stateAt(line, ctx.now)) && (date === '' || (line.bring_on ?? line.start_on) === date),
  );
  const shelves = await listShelves(
    ctx.db,
    lines.flatMap(({ item_id }) => item_id ?? []),
  );
  const byId = new Map(orders.map((order) => [order.id, order]));
  return lines
    .map((line) => ({ order: byId.get(line.order_id)!, line, shelf: (line.item_id && shelves.get(line.item_id)) || '' }))
    .sort((a, b) => byText(a.shelf, b.shelf) || byText(a.line.item_code ?? '', b.line.item_code ?? ''));
}

async function describe(ctx: UserCtx, picked: Picked, factsOf: readonly FactOf[]): Promise<Device> {
  const { line } = picked;
  const { parts } = (await findModel(ctx.db, line.model_id))!;
  const facts = factsOf.map((factOf) => factOf(picked)).filter(Boolean);
  return { code: line.item_code ?? '–', title: line.model_name, facts: facts.join(' · '), parts: partWords(parts) };
}

const borrowerOf = (t: Translate, { borrower, school_name }: OrderRow): string =>
  [borrower ?? t('lending.nobody'), school_name].filter(Boolean).join(', ');

async function orderBlocks(
  ctx: UserCtx,
  t: Translate,
  orders: readonly OrderRow[],
  picked: readonly Picked[],
  until: FactOf,
): Promise<DeskPaper['blocks'][number][]> {
  const blocks: DeskPaper['blocks'][number][] = [];
  const inShelf: FactOf = ({ shelf }) => shelf && t('lending.inShelf', { shelf });
  const byOrder = Map.groupBy(picked, ({ order }) => order.id);
  for (const order of orders) {
    const mine = byOrder.get(order.id) ?? [];
    if (mine.length === 0) continue;
    const devices: Device[] = [];
    for (const each of mine) devices.push(await describe(ctx, each, [inShelf, until]));
    const facts = [order.title, t('lending.number', { number: order.number })].filter(Boolean).join(' · ');
    blocks.push({ title: borrowerOf(t, order), facts, devices });
  }
  return blocks;
}

async function shelfBlocks(ctx: UserCtx, t: Translate, picked: readonly Picked[], until: FactOf): Promise<DeskPaper['blocks'][number][]> {
  const blocks: DeskPaper['blocks'][number][] = [];
  const borrowerFact: FactOf = ({ order }) => [borrowerOf(t, order), t('lending.number', { number: order.number })].join(' · ');
  for (const [shelf, mine] of Map.groupBy(picked, (each) => each.shelf)) {
    const devices: Device[] = [];
    for (const each of mine) devices.push(await describe(ctx, each, [borrowerFact, until]));
    blocks.push({ title: shelf === '' ? t('desk.paper.noShelf') : t('lending.inShelf', { shelf }), facts: '', devices });
  }
  return blocks;
}
