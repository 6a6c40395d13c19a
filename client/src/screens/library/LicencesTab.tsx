import { library, type LicenceEntry } from '@fundus/contract/library';
import { BookKey } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useT, type Translate } from '../../i18n/translate.ts';
import { Checkbox } from '../../ui/Field.tsx';
import { Pages } from './Pages.tsx';
import { ShelfRow } from './ShelfRow.tsx';
import { usePages } from './use-pages.ts';

/** What the own school and district hold licences for, the soonest end first. */
export function LicencesTab() {
  const { t, locale } = useT();
  const [ended, setEnded] = useState(false);
  const list = usePages(library.licences, { ended: String(ended) });
  return (
    <>
      <div className="shelf-head">
        <p className="quiet">{t('library.licences.about')}</p>
        <Checkbox label={t('library.licences.ended')} checked={ended} onChange={(event) => setEnded(event.target.checked)} />
      </div>
      <Pages list={list} empty={<EmptyState icon={<BookKey />} title={t('library.licences.empty')} />}>
        {list.items.map((entry) => (
          <ShelfRow
            key={entry.id}
            medium={entry.medium}
            licence={false}
            facts={[t(`library.scope.${entry.scope}`), seats(entry, t), until(entry, t, locale)]}
          />
        ))}
      </Pages>
    </>
  );
}

const seats = (entry: LicenceEntry, t: Translate): string | null => (entry.seats > 0 ? t('library.seats', { count: entry.seats }) : null);

function until({ valid_to }: LicenceEntry, t: Translate, locale: string): string {
  if (!valid_to) return t('library.until.open');
  const over = valid_to < new Date().toISOString().slice(0, 10);
  return t(over ? 'library.until.over' : 'library.until', { date: formatDate(valid_to, 'short', locale) });
}
