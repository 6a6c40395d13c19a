import { ownMaterial, type MaterialEntry } from '@fundus/contract/own-material/own-material';
import { href } from '@fundus/contract/screens';
import { EllipsisVertical, FilePlus2, RotateCcw, SquarePen, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { Pages } from '../../components/lists/Pages.tsx';
import { usePages } from '../../components/lists/use-pages.ts';
import { MaterialRow } from '../../components/own-material/MaterialRow.tsx';
import { WithdrawDialog } from '../../components/own-material/WithdrawDialog.tsx';
import { MATERIAL_READS } from '../../components/own-material/reads.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { formatBytes } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Menu, type MenuItem } from '../../ui/overlays/Menu.tsx';
import '../../components/lists/shelf.css';

/** Lists the user's own material including drafts, and shows the storage used. */
export function OwnTab() {
  const { t, locale } = useT();
  const list = usePages(ownMaterial.list, {});
  const { quota } = list.first ?? {};
  return (
    <>
      {quota && quota.used > 0 && list.items.length > 0 && (
        <p className="small-print shelf-head">
          {t('material.quota', { used: formatBytes(quota.used, locale), limit: formatBytes(quota.limit, locale) })}
        </p>
      )}
      <Pages
        list={list}
        empty={
          <EmptyState icon={<FilePlus2 />} title={t('material.empty')}>
            <p>{t(list.first?.can.add ? 'material.empty.hint' : 'material.off')}</p>
            {list.first?.can.add && (
              <ButtonLink variant="line" href={href('own-material', { id: 'new' })} icon={<FilePlus2 />}>
                {t('material.add')}
              </ButtonLink>
            )}
          </EmptyState>
        }
      >
        {list.items.map((entry) => (
          <Row key={entry.identifier} entry={entry} />
        ))}
      </Pages>
    </>
  );
}

function Row({ entry }: { entry: MaterialEntry }) {
  const { t } = useT();
  const { identifier, title, state, removed_by } = entry;
  const withdraw = useCall(ownMaterial.withdraw, MATERIAL_READS);
  const remove = useCall(ownMaterial.remove, MATERIAL_READS);
  const restore = useCall(ownMaterial.restore, MATERIAL_READS);
  const undo = useUndo(MATERIAL_READS);
  const [withdraws, setWithdraws] = useState(false);
  const params = { identifier };
  const onError = ({ code }: { code: string }) => showSnackbar({ text: t(`error.${code}` as never), type: 'error' });
  const done = (text: string, action?: ReturnType<typeof undo>) => ({
    onSuccess: () => showSnackbar({ text, type: 'success', ...(action && { action }) }),
    onError,
  });
  const items: MenuItem[] = [];
  if (state !== 'removed')
    items.push({ kind: 'link', label: t('material.edit'), icon: <SquarePen />, href: href('own-material', { id: identifier }) });
  if (state === 'school')
    items.push({
      label: t('material.withdraw'),
      icon: <Undo2 />,
      onSelect: () => withdraw.mutate({ params }, done(t('material.withdrawn'), undo(ownMaterial.share, { params }))),
    });
  if (state === 'given') items.push({ label: t('material.withdraw.all'), icon: <Undo2 />, onSelect: () => setWithdraws(true) });
  if (state !== 'removed')
    items.push({
      label: t('material.remove'),
      icon: <Trash2 />,
      onSelect: () => remove.mutate({ params }, done(t('material.deleted', { title }), undo(ownMaterial.restore, { params }))),
    });
  if (removed_by === 'maker')
    items.push({
      label: t('material.restore'),
      icon: <RotateCcw />,
      onSelect: () => restore.mutate({ params }, done(t('material.restored', { title }))),
    });
  return (
    <>
      <MaterialRow
        entry={entry}
        {...(state === 'draft' && { to: href('own-material', { id: identifier }) })}
        actions={items.length > 0 && <Menu label={t('material.menu', { title })} trigger={<EllipsisVertical />} sections={[{ items }]} />}
      />
      {withdraws && <WithdrawDialog identifier={identifier} title={title} onClose={() => setWithdraws(false)} />}
    </>
  );
}
