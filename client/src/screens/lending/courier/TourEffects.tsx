import type { TourEffect } from '@fundus/contract/lending/courier/tours';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Note } from '../../../ui/Note.tsx';
import '../parts/lending.css';

/** Open orders that a change of a tour gives other days, or no courier any more; shown before it is saved. */
export function TourEffects({ items }: { items: readonly TourEffect[] }) {
  const { t, locale } = useT();
  const day = (value: string): string => formatDate(value, 'weekday', locale);
  return (
    <>
      <Note tone="bad" role="alert">
        <p>{t('lending.tour.effects.count', { count: items.length })}</p>
      </Note>
      <ul className="lending-lines" aria-label={t('lending.tour.effects')}>
        {items.map(({ order, number, borrower, school, lines }) => (
          <li key={order}>
            <span>
              <strong>{[borrower || t('lending.nobody'), school].filter(Boolean).join(', ')}</strong>
              <span className="small-print">{t('lending.number', { number })}</span>
              {lines.map(({ model, to }, nth) => (
                <span key={nth} className="small-print">
                  {to
                    ? t('lending.tour.effects.days', { model, bring: day(to.bring), fetch: day(to.fetch) })
                    : t('lending.tour.effects.collect', { model })}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
