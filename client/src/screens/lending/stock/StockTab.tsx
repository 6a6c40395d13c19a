import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { FileUp, Plus, Settings, Truck } from 'lucide-react';
import { useState } from 'react';
import { BarActions } from '../../../components/lists/BarActions.tsx';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Segment } from '../../../ui/fields/Segment.tsx';
import { lendingHref, STOCK_LISTS, type LendingView } from '../parts/lending-view.ts';
import { ItemDialog } from './ItemDialog.tsx';
import { ManualsDialog } from '../models/ManualsDialog.tsx';
import { ModelDialog } from '../models/ModelDialog.tsx';
import { PassDialog } from '../condition/PassDialog.tsx';
import { PicturesDialog } from '../models/PicturesDialog.tsx';
import { PointDialog } from '../points/PointDialog.tsx';
import { PointBriefings } from '../borrowers/PointBriefings.tsx';
import { PointKiosks } from '../kiosk/PointKiosks.tsx';
import { PointProposals } from '../points/PointProposals.tsx';
import { PointTemplates } from '../cart/PointTemplates.tsx';
import { StockImport } from './StockImport.tsx';
import type { OpenStockDialog } from './stock-dialogs.ts';
import { StockItems } from './StockItems.tsx';
import { StockModels } from './StockModels.tsx';
import { StockTotals } from './StockTotals.tsx';
import '../parts/lending.css';
import '../parts/stock.css';
import '../../../ui/button.css';

type Props = { point: LendingPoint; view: LendingView; show: (about: Partial<LendingView>) => void };
/** Shows the models and devices of a lending point with their dialogs (docs/behaviour/lending.md#devices). */
export function StockTab({ point, view, show }: Props) {
  const { t } = useT();
  const [open, setOpen] = useState<OpenStockDialog>(null);
  const close = () => setOpen(null);
  return (
    <>
      <div className="lending-bar">
        <Button variant="primary" icon={<Plus />} onClick={() => setOpen({ what: 'model', model: null })}>
          {t('lending.model.new')}
        </Button>
        <BarActions
          actions={[
            { label: t('lending.import'), icon: <FileUp />, onSelect: () => setOpen({ what: 'import' }) },
            { kind: 'link', label: t('migration.link'), icon: <Truck />, href: lendingHref({ tab: 'migration', point: point.id }) },
            {
              label: t(point.can.manage ? 'lending.point.change' : 'lending.proposal.make'),
              icon: <Settings />,
              onSelect: () => setOpen({ what: 'point' }),
            },
          ]}
        />
      </div>
      <PointProposals point={point} />
      <StockTotals point={point.id} onPass={({ id, code }) => setOpen({ what: 'pass', item: id, code })} />
      <Segment
        label={t('desk.stock.lists')}
        value={view.list}
        options={STOCK_LISTS.map((value) => ({ value, label: t(`desk.stock.${value}`) }))}
        onChange={(list) => show({ list, q: '', model: '' })}
      />
      {view.list === 'items' && <StockItems point={point} view={view} show={show} onOpen={setOpen} />}
      {view.list === 'models' && <StockModels point={point} view={view} show={show} onOpen={setOpen} />}
      {view.list === 'more' && (
        <>
          <PointTemplates point={point} />
          <PointBriefings point={point} />
          <PointKiosks point={point} />
        </>
      )}
      {open?.what === 'point' && <PointDialog point={point} onClose={close} onDone={close} />}
      {open?.what === 'import' && <StockImport point={point} onClose={close} />}
      {open?.what === 'model' && <ModelDialog point={point} model={open.model} onClose={close} />}
      {open?.what === 'pictures' && <PicturesDialog model={open.model} onClose={close} />}
      {open?.what === 'manuals' && <ManualsDialog model={open.model} onClose={close} />}
      {open?.what === 'pass' && <PassDialog item={open.item} code={open.code} onClose={close} />}
      {open?.what === 'item' && <ItemDialog item={open.item} model={open.model} onClose={close} />}
    </>
  );
}
