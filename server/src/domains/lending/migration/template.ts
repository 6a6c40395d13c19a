/** Example files for a migration. Each has all columns and two rows (docs/import/lending.md). */
import { shiftDay, today } from '@fundus/contract/days';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import {
  MIGRATION_COLUMNS,
  type lendingMigration,
  type MigrationColumn,
  type MigrationStep,
} from '@fundus/contract/lending/migration/migration';
import { STOCK_COLUMNS, type StockColumn } from '@fundus/contract/lending/stock/stock';
import type { CellKind, Column, Row } from '@fundus/contract/table-file';
import type { UserCtx } from '../../../http/context.ts';
import { tableFile } from '../../../http/bodies/table-file.ts';
import { loadWords } from '../../mails/index.ts';
import { requirePoint } from '../points/access.ts';
import { kindOf, titleOf } from '../stock/stock-table.ts';
import { columnLabel } from './columns.ts';

type Asked = Input<typeof lendingMigration.migrationTemplate>;
type Example = Partial<Record<MigrationColumn | StockColumn, string | number>>;

const DAYS: readonly string[] = ['blocked_until', 'lent_on', 'due_on', 'from', 'until', 'reserved_on'];

export async function sendTemplate(ctx: UserCtx, { params, query: { point, ...how } }: Asked): Promise<StreamAnswer> {
  await requirePoint(ctx, point, 'desk');
  const t = await loadWords(ctx, how.lang);
  const { table } = params;
  const columns: Column[] =
    table === 'stock'
      ? STOCK_COLUMNS.map((column) => ({ title: titleOf(column, how.lang), kind: kindOf(column) }))
      : MIGRATION_COLUMNS[table].map((column) => ({ title: columnLabel(table, column, how.lang), kind: kindOfColumn(column) }));
  const names: readonly string[] = table === 'stock' ? STOCK_COLUMNS : MIGRATION_COLUMNS[table];
  const german = how.lang.startsWith('de');
  const rows: Row[] = examplesOf(today(ctx.now), german)[table].map((example) =>
    names.map((name) => (example as Record<string, string | number>)[name] ?? ''),
  );
  return tableFile(how, { name: t(`migration.template.${table}`), columns, rows });
}

const kindOfColumn = (column: MigrationColumn): CellKind => (DAYS.includes(column) ? 'day' : 'text');

function examplesOf(day: string, german: boolean): Record<'stock' | MigrationStep, Example[]> {
  const [camera, projector] = german ? ['Kamerakoffer 4K', 'Beamer'] : ['4K camera case', 'Projector'];
  return {
    stock: [
      {
        ...{ code: 'KAM-01', other_code: '0042001', model: camera, category: 'Film', maker: 'Sony', serial: 'SN-1', shelf: 'K1' },
        ...{
          bought_on: shiftDay(day, -400),
          price: 119_000,
          replacement: 119_000,
          parts: german ? '2x Akku; Ladegerät' : '2x battery; charger',
        },
      },
      { code: 'BEA-01', other_code: '0042002', model: projector, category: german ? 'Bild' : 'Display', shelf: 'B3' },
    ],
    borrowers: [
      {
        ...{ number: '1001', card: '2900001001', name: 'Beispiel', first_name: 'Kim', email: 'k.beispiel@schule.example' },
        school: german ? 'Grundschule am See' : 'Lakeside School',
      },
      {
        ...{
          number: '1002',
          card: '2900001002',
          name: 'Muster',
          first_name: 'Robin',
          phone: '0123 45678',
          kind: german ? 'Privatperson' : 'Private',
        },
        ...{ street: 'Marktplatz', house: '3', postcode: '12345', city: 'Musterstadt' },
      },
    ],
    loans: [
      { number: '5001', device: 'KAM-01', borrower: '1001', lent_on: shiftDay(day, -3), due_on: shiftDay(day, 11), renewals: '0' },
      {
        number: '5002',
        device: 'BEA-01',
        borrower: '1002',
        lent_on: shiftDay(day, -20),
        due_on: shiftDay(day, -6),
        renewals: '1',
        reminders: '1',
      },
    ],
    reservations: [
      { number: '7001', device: 'KAM-01', borrower: '1002', from: shiftDay(day, 14), until: shiftDay(day, 21) },
      {
        ...{
          number: '7002',
          model: projector,
          quantity: '1',
          email: 'k.beispiel@schule.example',
          from: shiftDay(day, 7),
          until: shiftDay(day, 9),
        },
        delivery: german ? 'Abholung' : 'Pick-up',
      },
    ],
  };
}
