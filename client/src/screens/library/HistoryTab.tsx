import { library } from '@fundus/contract/library/library';
import { History, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { ConfirmDialog } from '../../components/forms/ConfirmDialog.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { showError } from '../../stores/show-error.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields/Field.tsx';
import { Pages } from '../../components/lists/Pages.tsx';
import { ShelfRow } from './ShelfRow.tsx';
import { usePages } from '../../components/lists/use-pages.ts';
import '../../components/lists/shelf.css';

/** Lists recently opened media and lets the user disable the history. */
export function HistoryTab() {
  const { t, locale } = useT();
  const list = usePages(library.history, {});
  const [asked, setAsked] = useState<'empty' | 'off' | null>(null);
  const refreshes = { refreshes: [library.history] };
  const forget = useCall(library.forgetMedium, refreshes);
  const empty = useCall(library.forgetAll, refreshes);
  const keep = useCall(library.keepHistory, refreshes);
  const failed = { onError: showError };
  const kept = list.first?.kept ?? false;

  const agree = () => {
    if (asked === 'off') keep.mutate({ body: { kept: false } }, failed);
    else empty.mutate({}, failed);
    setAsked(null);
  };
  const switchTo = (on: boolean) => (on || list.total === 0 ? keep.mutate({ body: { kept: on } }, failed) : setAsked('off'));

  return (
    <>
      <div className="shelf-head">
        <Checkbox
          label={t('library.history.keep')}
          hint={t('library.history.keep.hint')}
          checked={kept}
          disabled={!list.data || keep.isPending}
          onChange={(event) => switchTo(event.target.checked)}
        />
        {list.total > 0 && (
          <Button icon={<Trash2 />} onClick={() => setAsked('empty')}>
            {t('library.history.clear')}
          </Button>
        )}
      </div>
      <Pages
        list={list}
        empty={
          <EmptyState icon={<History />} title={t(kept ? 'library.history.empty' : 'library.history.off')}>
            {kept && <p>{t('library.history.empty.hint')}</p>}
          </EmptyState>
        }
      >
        {list.items.map(({ medium, position, last_used }) => (
          <ShelfRow
            trail={list.items.map((one) => one.medium)}
            key={medium.identifier}
            medium={medium}
            facts={[t('library.opened', { date: formatDate(last_used, 'short', locale) })]}
            reached={medium.duration ? Math.min(1, position / medium.duration) : null}
            actions={
              <IconButton
                label={t('library.history.forget', { title: medium.fn_titel })}
                icon={<X />}
                onClick={() => forget.mutate({ params: { mediaId: medium.identifier } }, failed)}
              />
            }
          />
        ))}
      </Pages>
      {asked && (
        <ConfirmDialog
          title={t(asked === 'off' ? 'library.history.off.title' : 'library.history.clear')}
          action={t(asked === 'off' ? 'library.history.off.action' : 'library.history.clear')}
          onClose={() => setAsked(null)}
          onAction={agree}
        >
          <p>{t('library.history.clear.text')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
