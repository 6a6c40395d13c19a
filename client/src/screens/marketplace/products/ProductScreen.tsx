import { marketplace, type Product } from '@fundus/contract/marketplace/marketplace';
import { mainSubject } from '@fundus/contract/reference/main-subjects';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { SearchX, SquarePen } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { query } from '../../../api/query.ts';
import { SubjectChip } from '../../../components/media/finder/SubjectChip.tsx';
import { Crumb } from '../../../components/page/Crumb.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Failed } from '../../../components/page/Failed.tsx';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { loadLater } from '../../../ui/load-later.tsx';
import { Note } from '../../../ui/Note.tsx';
import { Bar, ShowDelayed } from '../../../ui/Skeleton.tsx';
import { Comparison } from './Comparison.tsx';
import { OffersPanel } from './OffersPanel.tsx';
import { TrialPanel } from './TrialPanel.tsx';
import { WishPanel } from './WishPanel.tsx';
import { gradeText } from '../words.ts';
import '../../../components/media/cover.css';
import '../marketplace.css';

const ProductDialog = loadLater(async () => (await import('../manage-products.ts')).ProductDialog);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Shows a product of the marketplace (docs/behaviour/marketplace.md#products). */
export function Screen({ params, go }: ScreenProps<'marketplacemedia'>) {
  const { t } = useT();
  const result = useQuery({ ...query(marketplace.product, { params: { id: params.id } }), staleTime: 0, enabled: UUID.test(params.id) });
  const isMissing = !UUID.test(params.id) || result.error?.code === 'not_found';
  return (
    <div className="wrap market-page">
      {result.data ? (
        <ProductPage product={result.data} go={go} />
      ) : isMissing ? (
        <EmptyState icon={<SearchX />} title={t('market.gone')} heading={(words) => <PageHeading title={words} />}>
          <p>{t('market.gone.hint')}</p>
          <ButtonLink variant="primary" href={href('marketplace')}>
            {t('market.back')}
          </ButtonLink>
        </EmptyState>
      ) : result.error ? (
        <Failed error={result.error} onRetry={() => void result.refetch()} />
      ) : (
        <ShowDelayed>
          <Bar width="100%" height="24rem" />
        </ShowDelayed>
      )}
    </div>
  );
}

function ProductPage({ product, go }: { product: Product; go: ScreenProps<'marketplacemedia'>['go'] }) {
  const { t } = useT();
  const { config } = useSession();
  const [editing, setEditing] = useState(false);
  const { title, publisher, kind, state, subjects, cover, description, requirements, data_note, sample, number, can } = product;
  return (
    <article data-subject={mainSubject(subjects).key}>
      {config.LinkToMP && <Crumb label={t('market.crumb')} to={href('marketplace')} name={t('market.title')} part={title} />}
      {state !== 'active' && <Note>{t(`market.state.${state}.note`)}</Note>}
      <div className="market-product">
        <div className="market-main">
          <header className="market-head">
            <div className="cover">
              <img src={cover} alt="" width="400" height="226" />
            </div>
            <div>
              <p className="market-card-head">
                <SubjectChip codes={subjects} />
                <span className="small-print">{joinFacts([t(`market.kind.${kind}`), gradeText(t, product)])}</span>
              </p>
              <PageHeading title={title} />
              <p className="small-print">{joinFacts([publisher, t('market.number', { number })])}</p>
              {product.about && <p>{product.about}</p>}
              <p className="market-does">
                {sample && (
                  <ButtonLink variant="line" href={sample} rel="noreferrer">
                    {t('market.sample')}
                  </ButtonLink>
                )}
                {can.edit && (
                  <Button icon={<SquarePen />} onClick={() => setEditing(true)}>
                    {t('market.edit')}
                  </Button>
                )}
              </p>
            </div>
          </header>
          {description && <Words title={t('market.description')}>{description}</Words>}
          <Comparison product={product} />
          {requirements && <Words title={t('market.requirements')}>{requirements}</Words>}
          {data_note && <Words title={t('market.data')}>{data_note}</Words>}
        </div>
        <aside className="market-side" aria-label={t('market.offers')}>
          <OffersPanel product={product} go={go} />
          {(product.can.try || product.tried) && <TrialPanel product={product} />}
          {product.wishes && <WishPanel product={product} wishes={product.wishes} />}
        </aside>
      </div>
      {editing && <ProductDialog product={product} onClose={() => setEditing(false)} onDone={() => setEditing(false)} />}
    </article>
  );
}

const Words = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="market-words">
    <h2>{title}</h2>
    <p>{children}</p>
  </section>
);
