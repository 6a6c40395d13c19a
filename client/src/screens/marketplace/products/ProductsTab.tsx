import type { marketplace, ProductItem } from '@fundus/contract/marketplace/marketplace';
import type { AppError } from '@fundus/contract/errors';
import type { Reply } from '@fundus/contract/endpoint';
import { PRODUCT_KINDS } from '@fundus/contract/marketplace/rules';
import { mainSubject } from '@fundus/contract/reference/main-subjects';
import { href } from '@fundus/contract/screens';
import { SearchX, ShoppingBag } from 'lucide-react';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { mainSubjectName } from '../../../i18n/reference-names.ts';
import { FindInAddress } from '../../../components/lists/FindInAddress.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { SubjectChip } from '../../../components/media/finder/SubjectChip.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { formatMoney } from '../../../i18n/money.ts';
import { useT } from '../../../i18n/translate.ts';
import { Link } from '../../../ui/Link.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { SORTS, type View } from '../marketplace-view.ts';
import { gradeText } from '../words.ts';
import '../../../components/media/cover.css';
import '../marketplace.css';

type Props = {
  list: { data?: Reply<typeof marketplace.products> | undefined; error: AppError | null; refetch: () => unknown };
  view: View;
  show: (about: Partial<View>) => void;
};

const GRADES = Array.from({ length: 13 }, (_, i) => String(i + 1));

/** Lists products and filters them by text, kind, subject and grade. */
export function ProductsTab({ list, view, show }: Props) {
  const { t } = useT();
  const { q, kind, subject, grade, sort } = view;
  const narrowed = q !== '' || kind !== '' || subject !== '' || grade !== '';
  return (
    <>
      <div className="market-find">
        <FindInAddress label={t('market.find')} value={q} onFind={(words) => show({ q: words })} />
        <Select
          label={t('market.kind')}
          value={kind}
          options={[
            { value: '', label: t('market.kind.all') },
            ...PRODUCT_KINDS.map((value) => ({ value, label: t(`market.kind.${value}`) })),
          ]}
          onChange={(value) => show({ kind: value })}
        />
        <Select
          label={t('market.subject')}
          value={subject}
          options={[
            { value: '', label: t('market.subject.all') },
            ...(list.data?.subjects ?? []).map(({ code, products }) => ({
              value: code,
              label: `${mainSubjectName(mainSubject([code]))} (${products})`,
            })),
          ]}
          onChange={(value) => show({ subject: value })}
        />
        <Select
          label={t('market.class')}
          value={grade}
          options={[
            { value: '', label: t('market.class.all') },
            ...GRADES.map((value) => ({ value, label: t('market.grade', { from: value }) })),
          ]}
          onChange={(value) => show({ grade: value })}
        />
        <Select
          label={t('market.sort')}
          value={sort}
          options={SORTS.map((value) => ({ value, label: t(`market.sort.${value}`) }))}
          onChange={(value) => show({ sort: value })}
        />
      </div>
      <PagedList
        list={list}
        label={t('market.tab.products')}
        onPage={(page) => show({ page })}
        count={({ total }) => t('market.count', { count: total })}
        empty={
          <EmptyState icon={narrowed ? <SearchX /> : <ShoppingBag />} title={t(narrowed ? 'market.nothing' : 'market.none')}>
            <p>{t(narrowed ? 'market.nothing.hint' : 'market.none.hint')}</p>
          </EmptyState>
        }
      >
        {({ items }) => (
          <ul className="market-grid">
            {items.map((item) => (
              <li key={item.id}>
                <ProductCard item={item} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

function ProductCard({ item }: { item: ProductItem }) {
  const { t, locale } = useT();
  const { id, kind, title, publisher, about, subjects, cover, media, had, from, wishes } = item;
  return (
    <article className="market-card" data-subject={mainSubject(subjects).key}>
      <div className="cover market-cover">
        <img src={cover} alt="" width="400" height="226" loading="lazy" />
      </div>
      <div className="market-card-text">
        <p className="market-card-head">
          <SubjectChip codes={subjects} />
          <span className="small-print">{joinFacts([t(`market.kind.${kind}`), gradeText(t, item)])}</span>
        </p>
        <h2>
          <Link href={href('marketplacemedia', { id })}>{title}</Link>
        </h2>
        <p className="small-print">{publisher}</p>
        {about && <p className="market-card-about">{about}</p>}
        <p className="market-card-foot">
          {from !== null && <strong className="num">{t('market.from', { price: formatMoney(from, locale) })}</strong>}
          {had > 0 && <span className="market-had">{t(had === media ? 'market.had.all' : 'market.had.some', { had, count: media })}</span>}
          {wishes > 0 && <span className="small-print">{t('market.wishes', { count: wishes })}</span>}
        </p>
      </div>
    </article>
  );
}
