import type { OrderEffect } from '@fundus/contract/lending/orders/effects';
import { useEffect, useRef } from 'react';
import { formatDate } from '../../../i18n/format.ts';
import { useT, type Translate } from '../../../i18n/translate.ts';
import { Note } from '../../../ui/Note.tsx';
import './lending.css';

type Line = OrderEffect['lines'][number];

function effectText(t: Translate, { model, on_loan, from, to, before, after, problem }: Line, day: (value: string) => string): string {
  if (problem === 'closed') return t('lending.effects.closed', { model, day: day(after.pick_up) });
  if (problem === 'no_device') return t('lending.effects.noDevice', { model, end: day(after.end) });
  if (from && !to) return t('lending.tour.effects.collect', { model });
  if (from && to && (from.bring !== to.bring || from.fetch !== to.fetch))
    return t('lending.tour.effects.days', { model, bring: day(to.bring), fetch: day(to.fetch) });
  if (on_loan) return t('lending.effects.onLoan', { model, end: day(after.end), before: day(before.end) });
  const words = ({ pick_up, collect_until, end }: Line['after'], key: 'pickUp' | 'asked'): string =>
    t(`lending.effects.${key}`, { model, start: day(pick_up), until: day(collect_until ?? pick_up), end: day(end) });
  const was = t('lending.effects.was', { start: day(before.pick_up), end: day(before.end) });
  return `${words(after, after.collect_until === null ? 'asked' : 'pickUp')} ${was}`;
}

/** Lists the open orders that would change, before a change of hours, rules or tours is saved. */
export function OrderEffects({ items }: { items: readonly OrderEffect[] }) {
  const { t, locale } = useT();
  const day = (value: string): string => formatDate(value, 'weekday', locale);
  const top = useRef<HTMLDivElement>(null);
  // Scrolls to the list and focuses it, because the save button of the long form may be far away.
  useEffect(() => {
    top.current?.scrollIntoView?.({ block: 'start' });
    top.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={top} tabIndex={-1}>
      <Note tone="bad" role="alert">
        <p>{t('lending.effects.count', { count: items.length })}</p>
      </Note>
      <ul className="lending-lines" aria-label={t('lending.effects')}>
        {items.map(({ order, number, borrower, school, lines }) => (
          <li key={order}>
            <span>
              <strong>{[borrower || t('lending.nobody'), school].filter(Boolean).join(', ')}</strong>
              <span className="small-print">{t('lending.number', { number })}</span>
              {[...new Set(lines.map((line) => effectText(t, line, day)))].map((words) => (
                <span key={words} className="small-print">
                  {words}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
