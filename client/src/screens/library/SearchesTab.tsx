import { ALERTS, library, type SavedSearch } from '@fundus/contract/library/library';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { SearchCheck, SquarePen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Failed } from '../../components/page/Failed.tsx';
import { useUndo } from '../../stores/use-undo.ts';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { showError } from '../../stores/show-error.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { useSession } from '../../stores/session.ts';
import { Button, ButtonLink, IconButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Field } from '../../ui/fields/Field.tsx';
import { Link } from '../../ui/Link.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { MediaSkeleton } from '../../components/media/MediaSkeleton.tsx';
import '../../ui/list.css';
import '../../components/lists/line.css';
import '../../components/lists/shelf.css';
import { scopeHref } from '../../components/search/search-scope.ts';

const refreshes = { refreshes: [library.searches] };

/** Lists saved searches with their filters and alerts. */
export function SearchesTab() {
  const { t } = useT();
  const searches = useQuery({ ...query(library.searches), staleTime: 0 });
  const [renaming, setRenaming] = useState<SavedSearch | null>(null);
  if (searches.error && !searches.data) return <Failed error={searches.error} onRetry={() => void searches.refetch()} />;
  if (!searches.data) return <MediaSkeleton count={4} view="list" />;
  if (searches.data.items.length === 0) {
    return (
      <EmptyState icon={<SearchCheck />} title={t('library.searches.empty')}>
        <p>{t('library.searches.empty.hint')}</p>
        <ButtonLink variant="line" href={href('search')}>
          {t('offline.empty.search')}
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="lines shelf">
        {searches.data.items.map((item) => (
          <Row key={item.id} item={item} onRename={() => setRenaming(item)} />
        ))}
      </ul>
      {renaming && <RenameDialog item={renaming} onClose={() => setRenaming(null)} />}
    </>
  );
}

function Row({ item, onRename }: { item: SavedSearch; onRename: () => void }) {
  const { t, locale } = useT();
  const { user } = useSession();
  const change = useCall(library.changeSearch, refreshes);
  const remove = useCall(library.removeSearch, refreshes);
  const undo = useUndo(refreshes);
  const { id, name, scope, alert, new_count } = item;
  const address = `${scopeHref(scope)}${item.query ? `?${item.query}` : ''}`;
  const drop = () =>
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () =>
          showSnackbar({
            text: t('library.searches.removed', { name }),
            action: undo(library.saveSearch, { body: { name, scope, query: item.query, alert, seen_at: item.seen_at } }),
          }),
        onError: showError,
      },
    );
  return (
    <li className="cover-row shelf-row search-row">
      <div className="shelf-text">
        <h2>
          <Link href={address} onClick={() => new_count > 0 && change.mutate({ params: { id }, body: { seen: true } })}>
            {name}
          </Link>
          {new_count > 0 && <span className="shelf-new">{t('library.searches.new', { count: new_count })}</span>}
        </h2>
        <p className="line-facts">
          <span>{t(`search.scope.${scope}`)}</span>
          <span>{t('library.searches.kept', { date: formatDate(item.created_at, 'short', locale) })}</span>
        </p>
      </div>
      <div className="shelf-actions">
        {user && user.email && (
          <Select
            label={t('library.searches.alert', { name })}
            value={alert}
            options={ALERTS.map((value) => ({ value, label: t(`library.alert.${value}`) }))}
            onChange={(next) => change.mutate({ params: { id }, body: { alert: next } }, { onError: showError })}
          />
        )}
        <IconButton label={t('library.searches.rename', { name })} icon={<SquarePen />} onClick={onRename} />
        <IconButton label={t('library.searches.remove', { name })} icon={<Trash2 />} onClick={drop} />
      </div>
    </li>
  );
}

function RenameDialog({ item, onClose }: { item: SavedSearch; onClose: () => void }) {
  const { t } = useT();
  const [name, setName] = useState(item.name);
  const save = useCall(library.changeSearch, refreshes);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('library.searches.rename', { name: item.name })}
      closeLabel={t('app.close')}
      foot={
        <Button
          variant="primary"
          disabled={save.isPending || name.trim() === ''}
          onClick={() => save.mutate({ params: { id: item.id }, body: { name } }, { onSuccess: onClose })}
        >
          {t('app.save')}
        </Button>
      }
    >
      <Field label={t('search.keep.name')} error={save.error && t(`error.${save.error.code}`)}>
        {(ids) => <input {...ids} value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />}
      </Field>
    </Dialog>
  );
}
