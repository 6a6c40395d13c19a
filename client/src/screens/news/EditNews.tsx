import { news, type NewsDraft } from '@fundus/contract/news/news';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isUnknown } from '../../api/is-unknown.ts';
import { query } from '../../api/query.ts';
import { BackLink } from '../../components/page/BackLink.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Failed } from '../../components/page/Failed.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import type { Go } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { requestHeadingFocus } from '../../stores/page.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Bar, ShowDelayed } from '../../ui/Skeleton.tsx';
import { EditForm } from './edit/EditForm.tsx';
import { manageHref } from './news-view.ts';
import { showError } from './problems.ts';
import './news-screen.css';
import '../../components/forms/edit-foot.css';
import './edit/edit-news.css';

/** Loads the article only once. A refetch would let the user overwrite changes of others without having seen them. */
const ONLY_ONCE = {
  ...{ staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  // Fails immediately without a network, because a later response would replace the input.
  networkMode: 'always',
} as const;

/** Loads an article for editing. `id` is `null` for a new article. */
export function EditNews({ id, go }: { id: string | null; go: Go }) {
  const { t } = useT();
  const manage = useQuery({ ...query(news.manage, { query: { limit: 1 } }) });
  const client = useQueryClient();
  const draft = useQuery({ ...draftQuery(id), enabled: id !== null, ...ONLY_ONCE });
  // The cache entry of a new article outlives `gcTime`, so it is removed here and refetched the next time.
  useEffect(() => () => client.removeQueries({ queryKey: draftQuery(id).queryKey }), [client, id]);
  const categories = useQuery(query(news.categories));
  const [round, setRound] = useState(0);
  const error = draft.error ?? manage.error ?? categories.error;
  const can = manage.data?.can;
  const mayNot = id === null && can && !can.school && !can.district;
  const ready = can && categories.data && (id === null || draft.data);
  // An open form stays open after an error, because it may contain input.
  const missing = mayNot || (!ready && (isUnknown(error) || error?.code === 'forbidden'));
  /** Replaces the input by the version that another user has saved. */
  const reload = async (): Promise<void> => {
    const { isError, error: refusal } = await draft.refetch();
    if (isError) showError(refusal);
    else setRound(round + 1);
  };
  return (
    <div className="wrap news-edit">
      {missing ? (
        <EmptyState icon={<SearchX />} title={t('news.edit.missing')} heading={(words) => <PageHeading title={words} />}>
          <p>{t('news.edit.missing.text')}</p>
          <ButtonLink variant="primary" href={manageHref()}>
            {t('news.manage.back')}
          </ButtonLink>
        </EmptyState>
      ) : (
        <>
          <BackLink href={manageHref()}>{t('news.manage.back')}</BackLink>
          {!ready && error && (
            <>
              <PageHeading title={t(id === null ? 'news.write' : 'news.edit')} />
              <Failed
                error={error}
                onRetry={() => {
                  requestHeadingFocus();
                  void Promise.all([manage.refetch(), categories.refetch(), id !== null && draft.refetch()]);
                }}
              />
            </>
          )}
          {/* Renders no heading yet, because the heading would take the focus and then disappear. */}
          {!ready && !error && (
            <ShowDelayed>
              <Bar width="100%" height="24rem" />
            </ShowDelayed>
          )}
          {ready && (
            <EditForm
              key={round}
              begun={(draft.data as NewsDraft | undefined) ?? null}
              can={can}
              categories={categories.data.items}
              go={go}
              onReload={() => void reload()}
            />
          )}
        </>
      )}
    </div>
  );
}

const draftQuery = (id: string | null) => query(news.draft, { params: { id: id ?? '' } });
