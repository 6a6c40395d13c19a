/** Report of an inventory as a table or PDF (docs/behaviour/lending.md#inventory). */
import { today } from '@fundus/contract/days';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import { dateLocale, languageOf } from '@fundus/contract/locale';
import { INVENTORY_GROUPS, type InventoryRow, type lendingInventory } from '@fundus/contract/lending/inventory/inventory';
import { downloadName } from '../../../http/bodies/download-name.ts';
import { contentDisposition } from '../../../http/bodies/content-disposition.ts';
import type { UserCtx } from '../../../http/context.ts';
import { originOf } from '../../../http/origin.ts';
import { tableFile } from '../../../http/bodies/table-file.ts';
import { loadWords } from '../../mails/index.ts';
import { drawDeskPaper } from '../desk/draw-paper.ts';
import { readAllOf } from './inventories.ts';

const COLUMNS = ['group', 'code', 'model', 'shelf', 'seen', 'state', 'point'] as const;

export async function writeInventory(
  ctx: UserCtx,
  id: string,
  { format, lang }: Input<typeof lendingInventory.inventoryReport>['query'],
): Promise<StreamAnswer> {
  const { inventory, point, rows } = await readAllOf(ctx, id);
  const t = await loadWords(ctx, lang);
  const name = downloadName(t, 'inventory', today(new Date(inventory.begun_at)));
  if (format !== 'pdf') {
    const cell = (row: InventoryRow, column: (typeof COLUMNS)[number]): string =>
      column === 'group'
        ? t(`lending.inventory.${row.group}`)
        : column === 'state'
          ? row.state
            ? t(`lending.item.${row.state}`)
            : ''
          : row[column];
    return tableFile(
      { format, lang },
      {
        name,
        columns: COLUMNS.map((column) => ({ title: t(`lending.inventory.csv.${column}`) })),
        rows: rows.map((row) => COLUMNS.map((column) => cell(row, column))),
      },
    );
  }
  const day = new Intl.DateTimeFormat(dateLocale(lang), { dateStyle: 'medium', timeZone: 'Europe/Berlin' });
  const { corrected } = inventory;
  const paper = {
    ...{ language: languageOf(lang), head: [point.name, point.address, point.phone].filter(Boolean).join(' · '), number: '' },
    title: t('lending.inventory.title', { day: day.format(new Date(inventory.begun_at)) }),
    facts: [
      ...(inventory.shelf ? [t('desk.inventory.shelf', { shelf: inventory.shelf })] : []),
      inventory.finished_at
        ? t('lending.inventory.finished', { day: day.format(new Date(inventory.finished_at)) })
        : t('lending.inventory.open'),
      ...INVENTORY_GROUPS.filter((group) => inventory.counts[group] > 0).map(
        (group) => `${t(`lending.inventory.${group}`)}: ${inventory.counts[group]}`,
      ),
      ...(corrected ? [t('lending.inventory.corrected', corrected)] : []),
    ],
    blocks: INVENTORY_GROUPS.filter((group) => group !== 'found' && rows.some((row) => row.group === group)).map((group) => ({
      title: t(`lending.inventory.${group}`),
      facts: '',
      devices: rows
        .filter((row) => row.group === group)
        .map(({ code, model, shelf, seen, point: owner }) => ({
          ...{ code, title: model, parts: [] },
          facts: [owner, shelf && t('lending.inShelf', { shelf }), seen && t('lending.inventory.seenAt', { shelf: seen })]
            .filter(Boolean)
            .join(' · '),
        })),
    })),
    ...{ words: [], signs: [t('lending.inventory.sign')] },
    foot: {
      page: t('list.paper.page', { page: '{page}', pages: '{pages}' }),
      foot: [originOf(ctx).replace(/^https?:\/\//, ''), day.format(ctx.now)].join(' · '),
    },
  };
  return {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': contentDisposition('inline', `${name}.pdf`),
      'cache-control': 'private, no-store',
    },
    body: Buffer.from(await drawDeskPaper(paper)),
  };
}
