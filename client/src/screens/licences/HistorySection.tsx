import type { LicenceEvent } from '@fundus/contract/licences/licences';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import './licence-screen.css';

/** Shows the events of a licence, newest first. Names are shown only if the portal returns them. */
export function HistorySection({ events }: { events: readonly LicenceEvent[] }) {
  const { t, locale } = useT();
  if (events.length === 0) return null;
  return (
    <section className="block-s">
      <h2>{t('licence.history')}</h2>
      <ol className="licence-history lines">
        {events.map(({ at, what, count, by }, i) => (
          <li key={`${at} ${i}`}>
            <time dateTime={at}>{formatDate(at, 'short', locale)}</time>
            <span>{t(`licence.event.${what}`, { count })}</span>
            {by && <span className="quiet">{by}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
