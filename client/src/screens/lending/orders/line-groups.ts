import type { RentalLine } from '@fundus/contract/lending/orders/orders';
import { formatNumber } from '../../../i18n/format.ts';

/** Groups lines that differ only in their device. */
export const groupLines = (lines: readonly RentalLine[]): RentalLine[][] => [
  ...Map.groupBy(lines, (line) => JSON.stringify({ ...line, id: '', item_code: '' })).values(),
];

/** Returns the name of a model, preceded by the number of devices if there are several. */
export const countedName = ({ model }: RentalLine, count: number, locale: string): string =>
  count > 1 ? `${formatNumber(count, locale)}\u00a0× ${model.name}` : model.name;
