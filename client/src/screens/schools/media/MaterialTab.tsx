import { ownMaterial, type MaterialEntry } from '@fundus/contract/own-material/own-material';
import type { School } from '@fundus/contract/schools/schools';
import { ArrowRightLeft, EllipsisVertical, FileStack, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { FindInAddress } from '../../../components/lists/FindInAddress.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import { MaterialRow } from '../../../components/own-material/MaterialRow.tsx';
import { MATERIAL_READS } from '../../../components/own-material/reads.ts';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showError } from '../../../stores/show-error.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useDecisionUndo } from '../../../stores/use-decision-undo.ts';
import { useUndo } from '../../../stores/use-undo.ts';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Menu, type MenuItem } from '../../../ui/overlays/Menu.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { PAGE, type SchoolView } from '../school-view.ts';
import { TeacherPicker } from '../people/TeacherPicker.tsx';
import '../../../components/sharing/sharing.css';
import '../schools.css';

type Props = { school: School; view: SchoolView; show: (about: Partial<SchoolView>) => void };

/** Lists the material that users of the school have added. Managers can remove, restore or transfer it. */
export function MaterialTab({ school, view, show }: Props) {
  const { t } = useT();
  const list = usePage(ownMaterial.ofSchool, { params: { id: school.id }, query: { q: view.q, ...rowsOf(view.page, PAGE) } });
  return (
    <>
      <p className="quiet school-about">{t('material.school.hint')}</p>
      <div className="school-bar">
        <FindInAddress label={t('material.school.find')} value={view.q} onFind={(q) => show({ q })} />
      </div>
      <PagedList
        list={list}
        label={t('material.list')}
        onPage={(page) => show({ page })}
        empty={<EmptyState icon={<FileStack />} title={t(view.q === '' ? 'material.school.empty' : 'edit.none')} />}
      >
        {({ items }) => (
          <ul className="lines shared-list">
            {items.map((entry) => (
              <Row key={entry.identifier} entry={entry} school={school.id} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

function Row({ entry, school }: { entry: MaterialEntry; school: string }) {
  const { t } = useT();
  const [asks, setAsks] = useState<'takeDown' | 'handOn' | null>(null);
  const { identifier, title, state } = entry;
  const bringBack = useCall(ownMaterial.reinstate, MATERIAL_READS);
  const restore = (): void =>
    bringBack.mutate(
      { params: { identifier } },
      {
        onSuccess: () => showSnackbar({ text: t('material.restored', { title }), type: 'success' }),
        onError: showError,
      },
    );
  const items: MenuItem[] =
    state === 'removed'
      ? [{ label: t('material.restore'), icon: <RotateCcw />, onSelect: restore }]
      : [
          { label: t('material.handOn'), icon: <ArrowRightLeft />, onSelect: () => setAsks('handOn') },
          { label: t('material.takeDown'), icon: <Trash2 />, onSelect: () => setAsks('takeDown') },
        ];
  return (
    <>
      <MaterialRow
        named
        entry={entry}
        actions={<Menu label={t('material.menu', { title })} trigger={<EllipsisVertical />} sections={[{ items }]} />}
      />
      {asks === 'takeDown' && <RemoveMaterialDialog entry={entry} onClose={() => setAsks(null)} />}
      {asks === 'handOn' && <TransferMaterialDialog entry={entry} school={school} onClose={() => setAsks(null)} />}
    </>
  );
}

function RemoveMaterialDialog({ entry: { identifier, title }, onClose }: { entry: MaterialEntry; onClose: () => void }) {
  const { t } = useT();
  const [why, setWhy] = useState('');
  const takeDown = useCall(ownMaterial.takeDown, MATERIAL_READS);
  const undo = useUndo(MATERIAL_READS);
  const params = { identifier };
  const run = (): void =>
    takeDown.mutate(
      { params, body: { why } },
      {
        onSuccess: () => {
          showSnackbar({
            text: t('material.takeDown.done', { title }),
            type: 'success',
            action: undo(ownMaterial.reinstate, { params }),
          });
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={t('material.takeDown.title', { title })}
      action={t('material.takeDown')}
      disabled={takeDown.isPending}
      onClose={onClose}
      onAction={run}
    >
      <p>{t('material.takeDown.hint')}</p>
      <TextArea label={t('material.takeDown.why')} rows={3} maxLength={300} value={why} onChange={(event) => setWhy(event.target.value)} />
      {takeDown.error && <FormProblem>{t(`error.${takeDown.error.code}`, { name: '' })}</FormProblem>}
    </ConfirmDialog>
  );
}

function TransferMaterialDialog({ entry, school, onClose }: { entry: MaterialEntry; school: string; onClose: () => void }) {
  const { t } = useT();
  const { identifier, title, maker } = entry;
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null);
  const handOn = useCall(ownMaterial.transfer, MATERIAL_READS);
  const undo = useDecisionUndo(MATERIAL_READS);
  const run = (): void => {
    if (!chosen) return;
    handOn.mutate(
      { params: { identifier }, body: { person_id: chosen.id } },
      {
        onSuccess: () => {
          showSnackbar({
            text: t('material.handOn.done', { title, name: chosen.name }),
            type: 'success',
            action: undo(ownMaterial.undoTransfer, { params: { identifier } }),
          });
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      title={t('material.handOn.title', { title })}
      action={t('material.handOn')}
      disabled={!chosen || handOn.isPending}
      onClose={onClose}
      onAction={run}
    >
      <p>{t('material.handOn.hint')}</p>
      <TeacherPicker school={school} except={maker?.id} chosen={chosen?.id ?? ''} onChoose={setChosen} />
      {handOn.error && <FormProblem>{t(`error.${handOn.error.code}`, { name: '' })}</FormProblem>}
    </ConfirmDialog>
  );
}
