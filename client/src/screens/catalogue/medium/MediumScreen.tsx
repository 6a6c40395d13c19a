import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { classMediaKind } from '@fundus/contract/classes/media-kind';
import { today } from '@fundus/contract/days';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { query } from '../../../api/query.ts';
import type { MediaContext } from '../../../components/media/media-context.ts';
import type { ScreenProps } from '../../../components/page/screen.ts';
import type { Neighbours } from '../../../stores/trail.ts';
import { useSession } from '../../../stores/session.ts';
import { findClosedReason } from './stage/closed.ts';
import { MediumPage } from './MediumPage.tsx';
import { MediumSkeleton } from './MediumSkeleton.tsx';
import { stageToAwait } from './stage/MediumStage.tsx';
import './side/medium-side.css';
import './medium.css';
import type { ClassContext } from './given/use-class-context.ts';
import { loadLater, useLoaded } from '../../../ui/load-later.tsx';

const Waiting = () => (
  <div className="wrap medium">
    <MediumSkeleton />
  </div>
);

// Rarely needed contexts of a medium, loaded on demand: class, media list, and the user's own lists.
const InClass = loadLater(async () => (await import('./given/InClass.tsx')).InClass, Waiting);
const InList = loadLater(async () => (await import('./given/InList.tsx')).InList, Waiting);
const InShelf = loadLater(async () => (await import('./given/InShelf.tsx')).InShelf, Waiting);
/** Rarely needed screens, loaded on demand. */
const MovedMedium = loadLater(async () => (await import('./MovedMedium.tsx')).MovedMedium, Waiting);
const MediumProblem = loadLater(async () => (await import('./MediumProblem.tsx')).MediumProblem, Waiting);

type Props =
  | ScreenProps<'media'>
  | ScreenProps<'search-media-detail'>
  | ScreenProps<'csearch-media-detail'>
  | ScreenProps<'library-media-detail'>
  | ScreenProps<'class-media-detail'>
  | ScreenProps<'medialist-media-detail'>;

const CONTEXTS: Record<Props['name'], MediaContext> = {
  media: 'media',
  'search-media-detail': 'search',
  'csearch-media-detail': 'catalogue',
  'library-media-detail': 'media',
  'class-media-detail': 'media',
  'medialist-media-detail': 'media',
};

/** Shows a medium that was opened from a search, the catalogue, a list, or by its own address. */
export function Screen(props: Props) {
  return (
    <>
      {props.name === 'class-media-detail' ? (
        <InClass {...props}>{(given, search, key) => <Medium key={key} {...props} search={search} given={given} />}</InClass>
      ) : props.name === 'medialist-media-detail' ? (
        <InList {...props}>{(given, search, key) => <Medium key={key} {...props} search={search} given={given} />}</InList>
      ) : props.name === 'media' && props.params.list ? (
        <InShelf {...props}>{(listed) => <Medium {...props} listed={listed} />}</InShelf>
      ) : (
        <Medium {...props} />
      )}
    </>
  );
}

/** Returns the correct address of a medium if the current one names another kind of medium, else undefined. The kind `media` is always accepted. */
function placeOf(props: Props, fn_typ: string): string | undefined {
  const mediaType = classMediaKind(fn_typ);
  if (!('mediaType' in props.params) || [mediaType, 'media'].includes(props.params.mediaType)) return undefined;
  const query = Object.fromEntries(new URLSearchParams(props.search));
  if (props.name === 'library-media-detail') return href(props.name, { ...props.params, mediaType }, query);
  return props.name === 'class-media-detail' ? href(props.name, { ...props.params, mediaType }, query) : undefined;
}

type Around = {
  /** Class or media list in which the medium is displayed. */
  given?: ClassContext;
  /** Neighbours of the medium in the list named in the address. */
  listed?: Neighbours | null;
};

function Medium({ given, listed = null, ...props }: Props & Around) {
  const identifier = props.name === 'media' ? props.params.id : props.params.mediaId;
  const context = CONTEXTS[props.name];
  const endpoint = context === 'catalogue' ? catalogue.catalogueDetail : catalogue.detail;
  // Refetching would replace all signed addresses during playback. The page renews them only when necessary.
  const detail = useQuery({
    ...query(endpoint, { params: { identifier } }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

  const { user } = useSession();
  // Deferred, because rendering the page is slow and phones must stay responsive.
  const about = useDeferredValue(detail.data);
  // Waits for the scripts of the stage, to avoid a layout shift.
  const closed = about ? findClosedReason(about, { guest: !user, today: today(new Date()) }) : null;
  const hasStage = useLoaded(about ? stageToAwait(about, closed) : null);

  // The requested medium was merged into another one, which the reply contains.
  const standing = about && about.identifier !== identifier ? about : null;

  const excerpt = new URLSearchParams(props.search).get('excerpt');
  const elsewhere = about && placeOf(props, about.fn_typ);

  return (
    <div className="wrap medium">
      {standing ? (
        <MovedMedium {...props} endpoint={endpoint} standing={standing} />
      ) : elsewhere ? (
        <MediumProblem code="wrong_type" identifier={identifier} back={null} onRetry={() => undefined} elsewhere={elsewhere} />
      ) : about && hasStage ? (
        <MediumPage
          key={`${identifier} ${excerpt ?? ''}`}
          detail={about}
          closed={closed}
          context={context}
          search={props.search}
          from={props.from}
          code={props.name === 'library-media-detail' || props.name === 'class-media-detail' ? props.params.codeId : undefined}
          given={given ?? null}
          readAt={detail.dataUpdatedAt}
          listed={listed}
          renew={async () => (await detail.refetch()).data ?? null}
        />
      ) : detail.error ? (
        <MediumProblem
          code={detail.error.code}
          identifier={identifier}
          back={given?.around ?? null}
          onRetry={() => void detail.refetch()}
        />
      ) : (
        <MediumSkeleton />
      )}
    </div>
  );
}
