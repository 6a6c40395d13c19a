import { library } from '@fundus/contract/library/library';
import { href } from '@fundus/contract/screens';
import { BookKey, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { MediaSkeleton } from '../../components/media/MediaSkeleton.tsx';
import type { Go } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields/Field.tsx';
import { FindField } from '../../ui/fields/FindField.tsx';
import { Segment } from '../../ui/fields/Segment.tsx';
import { LicenceRow } from './LicenceRow.tsx';
import { Pages } from '../../components/lists/Pages.tsx';
import { RedeemCode } from '../../components/licences/RedeemCode.tsx';
import { usePages } from '../../components/lists/use-pages.ts';
import '../../components/lists/shelf.css';
import '../../components/medialists/lists-overview.css';
import './library-screen.css';
import { loadLater } from '../../ui/load-later.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';

const ManageLicences = loadLater(
  async () => (await import('../../components/licences/ManageLicences.tsx')).ManageLicences,
  () => <MediaSkeleton count={4} view="list" />,
);

const VIEWS = ['own', 'manage'] as const;

/** Lists the user's licences. Managers can switch to all licences. */
export function LicencesTab({ search, go }: { search: string; go: Go }) {
  const { t } = useT();
  const [ended, setEnded] = useState(false);
  const [redeeming, setRedeeming] = useState(false);
  const [words, setWords] = useState('');
  const q = useDebounced(words.trim(), 200);
  const list = usePages(library.licences, { ended: String(ended), ...(q && { q }) });
  // Kept while another search loads, so that the switch above the list does not move.
  const [manages, setManages] = useState(false);
  if (list.first && list.first.can.manage !== manages) setManages(list.first.can.manage);
  const view = new URLSearchParams(search).get('view') === 'manage' ? 'manage' : 'own';
  return (
    <>
      {manages && (
        <div className="shelf-views">
          <Segment
            label={t('library.licences.view')}
            value={view}
            options={VIEWS.map((value) => ({ value, label: t(`library.licences.view.${value}`) }))}
            onChange={(next) => go(href('library', { tab: 'licences' }, next === 'manage' ? { view: next } : {}))}
          />
        </div>
      )}
      {view === 'manage' && (manages || !list.first) ? (
        manages && <ManageLicences search={search} go={go} />
      ) : (
        <>
          <p className="quiet licences-about">{t('library.licences.about')}</p>
          <div className="lists-bar">
            <FindField label={t('library.licences.find')} value={words} maxLength={100} onType={setWords} />
            <Button variant="line" icon={<KeyRound />} onClick={() => setRedeeming(true)}>
              {t('licence.redeem')}
            </Button>
            <Checkbox label={t('library.licences.ended')} checked={ended} onChange={(event) => setEnded(event.target.checked)} />
          </div>
          <Pages
            list={list}
            empty={
              q !== '' ? (
                <EmptyState icon={<BookKey />} title={t('library.licences.notFound', { q })} />
              ) : (
                <EmptyState icon={<BookKey />} title={t('library.licences.empty')}>
                  <p>{t('library.licences.empty.hint')}</p>
                </EmptyState>
              )
            }
          >
            {list.items.map((entry) => (
              <LicenceRow key={entry.id} entry={entry} trail={list.items.map((one) => one.medium)} />
            ))}
          </Pages>
        </>
      )}
      {redeeming && <RedeemCode go={go} onClose={() => setRedeeming(false)} />}
    </>
  );
}
