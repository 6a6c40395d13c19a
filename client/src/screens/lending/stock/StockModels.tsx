import { lending } from '@fundus/contract/lending/lending';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { Boxes } from 'lucide-react';
import { FindInAddress } from '../../../components/lists/FindInAddress.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { useT } from '../../../i18n/translate.ts';
import { Link } from '../../../ui/Link.tsx';
import { lendingHref, type LendingView } from '../parts/lending-view.ts';
import { RowActs } from './RowActs.tsx';
import type { OpenStockDialog } from './stock-dialogs.ts';
import '../parts/lending.css';
import '../parts/find.css';

const PAGE = 50;

type Props = {
  point: LendingPoint;
  view: LendingView;
  show: (about: Partial<LendingView>) => void;
  onOpen: (open: OpenStockDialog) => void;
};

/** Lists the models of a lending point. */
export function StockModels({ point, view, show, onOpen }: Props) {
  const { t } = useT();
  const models = usePage(lending.models, { query: { point: point.id, q: view.q, ...rowsOf(view.page, PAGE) } });
  return (
    <section aria-labelledby="lending-models">
      <h2 id="lending-models">{t('lending.models')}</h2>
      <div className="lending-find">
        <FindInAddress label={t('desk.stock.find')} value={view.q} onFind={(q) => show({ q })} />
      </div>
      <PagedList
        list={models}
        label={t('lending.models')}
        onPage={(page) => show({ page })}
        empty={
          view.q ? (
            <p>{t('lending.nothing')}</p>
          ) : (
            <EmptyState icon={<Boxes />} title={t('lending.noDevices')}>
              <p>{t('lending.models.none')}</p>
            </EmptyState>
          )
        }
      >
        {(reply) => (
          <ul className="lending-lines">
            {reply.items.map((model) => (
              <li key={model.id}>
                <span>
                  <strong>{model.name}</strong>
                  <span className="small-print">
                    {model.category && `${model.category} · `}
                    <Link href={lendingHref({ tab: 'stock', point: point.id, model: model.id })}>
                      {t('lending.devices', { count: model.devices })}
                      <span className="sr"> {model.name}</span>
                    </Link>
                  </span>
                </span>
                <RowActs
                  name={model.name}
                  acts={[
                    {
                      label: t('lending.item.new'),
                      name: t('lending.item.new.name', { name: model.name }),
                      onSelect: () => onOpen({ what: 'item', item: null, model }),
                    },
                    {
                      label: t('lending.pictures'),
                      name: t('lending.pictures.of', { name: model.name }),
                      onSelect: () => onOpen({ what: 'pictures', model }),
                    },
                    {
                      label: t('lending.manuals'),
                      name: t('lending.manuals.of', { name: model.name }),
                      onSelect: () => onOpen({ what: 'manuals', model }),
                    },
                    {
                      label: t('lending.change'),
                      name: t('lending.change.name', { name: model.name }),
                      onSelect: () => onOpen({ what: 'model', model }),
                    },
                  ]}
                />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}
