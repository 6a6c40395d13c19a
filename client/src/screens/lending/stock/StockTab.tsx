import { ExportMenu } from '../../../components/lists/ExportMenu.tsx';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import type { DeviceItem, DeviceModel, LendingPoint } from '@fundus/contract/lending/points/points';
import { lendingPaper } from '@fundus/contract/lending/desk/paper';
import { lendingStock } from '@fundus/contract/lending/stock/stock';
import { Boxes, FileUp, Plus, Printer, Settings, Truck } from 'lucide-react';
import { useState } from 'react';
import { address } from '../../../api/call.ts';
import { FindInAddress } from '../../../components/lists/FindInAddress.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { lendingHref, type LendingView } from '../parts/lending-view.ts';
import { ItemDialog } from './ItemDialog.tsx';
import { ManualsDialog } from '../models/ManualsDialog.tsx';
import { ModelDialog } from '../models/ModelDialog.tsx';
import { PassDialog } from '../condition/PassDialog.tsx';
import { PicturesDialog } from '../models/PicturesDialog.tsx';
import { PointDialog } from '../points/PointDialog.tsx';
import { BriefingsOf } from '../borrowers/BriefingsOf.tsx';
import { KiosksOf } from '../kiosk/KiosksOf.tsx';
import { ProposalsOf } from '../points/ProposalsOf.tsx';
import { TemplatesOf } from '../cart/TemplatesOf.tsx';
import { StockImport } from './StockImport.tsx';
import { StockSums } from './StockSums.tsx';
import '../parts/lending.css';
import '../parts/stock.css';
import '../../../ui/button.css';

const PAGE = 50;

type Props = { point: LendingPoint; view: LendingView; show: (about: Partial<LendingView>) => void };
type Open =
  | { what: 'point' | 'import' }
  | { what: 'model'; model: DeviceModel | null }
  | { what: 'pictures'; model: DeviceModel }
  | { what: 'manuals'; model: DeviceModel }
  | { what: 'item'; item: DeviceItem | null; model: { id: string; name: string } }
  | { what: 'pass'; item: string; code: string }
  | null;

/** Models and devices of a point, and its rules (docs/behaviour/lending.md#devices). */
export function StockTab({ point, view, show }: Props) {
  const { t, locale } = useT();
  const [open, setOpen] = useState<Open>(null);
  const models = usePage(lending.models, { query: { point: point.id, limit: 100 } });
  const items = usePage(lendingDesk.items, { query: { point: point.id, q: view.q, ...rowsOf(view.page, PAGE) } });
  const close = () => setOpen(null);
  return (
    <>
      <div className="lending-bar">
        <Button variant="primary" icon={<Plus />} onClick={() => setOpen({ what: 'model', model: null })}>
          {t('lending.model.new')}
        </Button>
        <Button variant="line" icon={<FileUp />} onClick={() => setOpen({ what: 'import' })}>
          {t('lending.import')}
        </Button>
        <Link className="btn btn-line" href={lendingHref({ tab: 'migration', point: point.id })}>
          <Truck /> {t('migration.link')}
        </Link>
        <Button variant="line" icon={<Settings />} onClick={() => setOpen({ what: 'point' })}>
          {t(point.can.manage ? 'lending.point.change' : 'lending.proposal.make')}
        </Button>
      </div>
      <ProposalsOf point={point} />
      <StockSums point={point.id} onPass={({ id, code }) => setOpen({ what: 'pass', item: id, code })} />
      <section aria-labelledby="lending-models">
        <h2 id="lending-models">{t('lending.models')}</h2>
        <PagedList
          list={models}
          label={t('lending.models')}
          onPage={() => {}}
          empty={
            <EmptyState icon={<Boxes />} title={t('lending.noDevices')}>
              <p>{t('lending.models.none')}</p>
            </EmptyState>
          }
        >
          {(reply) => (
            <ul className="lending-lines">
              {reply.items.map((model) => (
                <li key={model.id}>
                  <span>
                    <strong>{model.name}</strong>
                    <span className="small-print">{[model.category, t('lending.devices', { count: model.devices })].join(' · ')}</span>
                  </span>
                  <span className="btn-flush-phone stock-acts">
                    <Button
                      aria-label={t('lending.item.new.name', { name: model.name })}
                      onClick={() => setOpen({ what: 'item', item: null, model })}
                    >
                      {t('lending.item.new')}
                    </Button>
                    <Button
                      aria-label={t('lending.pictures.of', { name: model.name })}
                      onClick={() => setOpen({ what: 'pictures', model })}
                    >
                      {t('lending.pictures')}
                    </Button>
                    <Button aria-label={t('lending.manuals.of', { name: model.name })} onClick={() => setOpen({ what: 'manuals', model })}>
                      {t('lending.manuals')}
                    </Button>
                    <Button aria-label={t('lending.change.name', { name: model.name })} onClick={() => setOpen({ what: 'model', model })}>
                      {t('lending.change')}
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </section>
      <TemplatesOf point={point} />
      <BriefingsOf point={point} />
      <KiosksOf point={point} />
      <section aria-labelledby="lending-items">
        <h2 id="lending-items">{t('lending.items')}</h2>
        <div className="lending-bar">
          <a href={address(lendingPaper.labels, { query: { point: point.id, q: view.q, lang: locale } })} target="_blank" rel="noreferrer">
            <Printer /> {t('lending.print.labels')}
          </a>
          <ExportMenu
            name={t('lending.items')}
            hrefOf={(asked) => address(lendingStock.exportItems, { query: { point: point.id, ...asked } })}
          />
        </div>
        <div className="lending-find">
          <FindInAddress label={t('lending.items.find')} value={view.q} onFind={(q) => show({ q })} />
        </div>
        <PagedList list={items} label={t('lending.items')} onPage={(page) => show({ page })} empty={<p>{t('lending.items.none')}</p>}>
          {(reply) => (
            <ul className="lending-lines">
              {reply.items.map((item) => (
                <li key={item.id}>
                  <span>
                    <strong className="lending-code">{item.code}</strong> {item.model.name}
                    <span className="small-print">
                      {[stateWords(item), item.shelf && t('lending.inShelf', { shelf: item.shelf })].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                  <span className="btn-flush-phone">
                    <Button
                      aria-label={t('lending.pass.of', { code: item.code })}
                      onClick={() => setOpen({ what: 'pass', item: item.id, code: item.code })}
                    >
                      {t('lending.pass')}
                    </Button>
                    <Button
                      aria-label={t('lending.change.name', { name: item.code })}
                      onClick={() => setOpen({ what: 'item', item, model: item.model })}
                    >
                      {t('lending.change')}
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </section>
      {open?.what === 'point' && <PointDialog point={point} onClose={close} onDone={close} />}
      {open?.what === 'import' && <StockImport point={point} onClose={close} />}
      {open?.what === 'model' && <ModelDialog point={point} model={open.model} onClose={close} />}
      {open?.what === 'pictures' && <PicturesDialog model={open.model} onClose={close} />}
      {open?.what === 'manuals' && <ManualsDialog model={open.model} onClose={close} />}
      {open?.what === 'pass' && <PassDialog item={open.item} code={open.code} onClose={close} />}
      {open?.what === 'item' && <ItemDialog item={open.item} model={open.model} onClose={close} />}
    </>
  );

  function stateWords({ on_loan, state, not_lendable, away_until }: DeviceItem): string {
    if (on_loan)
      return t('lending.item.on_loan', { name: on_loan.borrower || t('lending.nobody'), day: formatDate(on_loan.end, 'short', locale) });
    if (state === 'available' && not_lendable) return t('lending.item.not_lendable');
    if (away_until && (state === 'available' || state === 'repair'))
      return t('lending.item.away', { state: t(`lending.item.${state}`), day: formatDate(away_until, 'short', locale) });
    return t(`lending.item.${state}`);
  }
}
