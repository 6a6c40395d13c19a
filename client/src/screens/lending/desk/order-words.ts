import type { DeskOrder } from '@fundus/contract/lending/desk/desk-orders';
import type { RentalLine } from '@fundus/contract/lending/orders/orders';
import { formatDate } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/translate.ts';

const OPEN: readonly RentalLine['state'][] = ['requested', 'approved', 'ready', 'on_loan'];
export const openLines = ({ lines }: Pick<DeskOrder, 'lines'>): RentalLine[] => lines.filter(({ state }) => OPEN.includes(state));

const onLoan = ({ state }: RentalLine): boolean => state === 'on_loan';
const dayOf = (line: RentalLine): string =>
  onLoan(line) ? (line.courier_days?.fetch ?? line.end) : (line.courier_days?.bring ?? line.start);

/** Returns the open line with the earliest date, which represents the order in the table. */
export const nextLine = (order: Pick<DeskOrder, 'lines'>): RentalLine | undefined =>
  openLines(order).toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)))[0];

/** Returns the names of the models with the number of devices, such as `2 × Kamera, Stativ`. */
export function deviceCountsText(t: Translate, order: Pick<DeskOrder, 'lines'>): string {
  const names = openLines(order).map(({ model }) => model.name);
  return [...new Set(names)]
    .map((name) => {
      const count = names.filter((other) => other === name).length;
      return count > 1 ? t('desk.several', { count, name }) : name;
    })
    .join(', ');
}

/** Returns the date on which the next line is collected or due. */
export function nextDayText(order: Pick<DeskOrder, 'lines'>, locale: string): string {
  const line = nextLine(order);
  return line ? formatDate(dayOf(line), 'brief', locale) : '';
}

/** Returns the last day of the next booking. Returns an empty string for a loan and for a booking of one day. */
export function lastDayText(t: Translate, order: Pick<DeskOrder, 'lines'>, locale: string): string {
  const line = nextLine(order);
  if (!line || onLoan(line) || line.end === line.start) return '';
  return t('desk.until', { day: formatDate(line.end, 'brief', locale) });
}

type StateWords = { words: string; tone: 'bad' | 'good' | 'warn' | 'quiet' };

/** Returns the most urgent step of an order with its tone. */
export function stateOf(t: Translate, order: DeskOrder): StateWords {
  const lines = openLines(order);
  if (lines.some(({ overdue }) => overdue)) return { words: t('desk.part.overdue'), tone: 'bad' };
  if (order.responsible?.until) return { words: t('desk.agreement'), tone: 'quiet' };
  if (order.unbriefed.length > 0) return { words: t('desk.step.unbriefed'), tone: 'warn' };
  if (lines.some(({ state }) => state === 'requested')) return { words: t('desk.part.requests'), tone: 'warn' };
  if (lines.some(({ state }) => state === 'approved')) return { words: t('desk.step.unready'), tone: 'warn' };
  if (lines.some(({ state }) => state === 'ready')) return { words: t('desk.step.ready'), tone: 'good' };
  return { words: t('desk.part.lent'), tone: 'quiet' };
}
