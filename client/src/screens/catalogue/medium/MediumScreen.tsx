import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { query } from '../../../api/query.ts';
import type { MediaContext } from '../../../components/media/media-context.ts';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { MediumPage } from './MediumPage.tsx';
import { MediumSkeleton } from './MediumSkeleton.tsx';
import './medium-side.css';
import './medium.css';
import { useGiven } from './use-given.ts';

/** Hardly anybody meets it. */
const MediumProblem = lazy(async () => ({ default: (await import('./MediumProblem.tsx')).MediumProblem }));

type Props =
  | ScreenProps<'media'>
  | ScreenProps<'search-media-detail'>
  | ScreenProps<'csearch-media-detail'>
  | ScreenProps<'library-media-detail'>
  | ScreenProps<'class-media-detail'>;

const CONTEXTS: Record<Props['name'], MediaContext> = {
  media: 'media',
  'search-media-detail': 'search',
  'csearch-media-detail': 'catalogue',
  'library-media-detail': 'media',
  'class-media-detail': 'media',
};

/** A medium with everything a person may do with it: reached from a search, from the catalogue, or by its own address. */
export function Screen(props: Props) {
  const identifier = props.name === 'media' ? props.params.id : props.params.mediaId;
  const context = CONTEXTS[props.name];
  const endpoint = context === 'catalogue' ? catalogue.catalogueDetail : catalogue.detail;
  // Reading again would sign all addresses anew under a playing film; the page asks for fresh ones when it needs them.
  const detail = useQuery({
    ...query(endpoint, { params: { identifier } }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

  const excerpt = new URLSearchParams(props.search).get('excerpt');
  const given = useGiven(props.name === 'class-media-detail' ? props.params.id : null, identifier, excerpt);

  return (
    <div className="wrap medium">
      {detail.data ? (
        <MediumPage
          key={`${identifier} ${excerpt ?? ''}`}
          detail={detail.data}
          context={context}
          search={props.search}
          from={props.from}
          code={props.name === 'library-media-detail' || props.name === 'class-media-detail' ? props.params.codeId : undefined}
          given={given}
          readAt={detail.dataUpdatedAt}
          list={props.name === 'media' ? props.params.list : undefined}
          renew={async () => (await detail.refetch()).data ?? null}
        />
      ) : detail.error ? (
        <Suspense>
          <MediumProblem
            code={detail.error.code}
            identifier={identifier}
            back={given?.around ?? null}
            onRetry={() => void detail.refetch()}
          />
        </Suspense>
      ) : (
        <MediumSkeleton />
      )}
    </div>
  );
}
