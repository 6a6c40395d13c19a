/** List named in the address of a medium (`/media/{id}/{list}`), and the neighbours of the medium in it. */
import { hasAccount } from '@fundus/contract/access';
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { library } from '@fundus/contract/library/library';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../../api/query.ts';
import { queryAll } from '../../../../api/read-all.ts';
import { useT } from '../../../../i18n/translate.ts';
import { useSession } from '../../../../stores/session.ts';
import type { Neighbours } from '../../../../stores/trail.ts';

/** Personal lists that an address can name. */
const LISTS = ['bookmarks', 'history'] as const;
type List = (typeof LISTS)[number];

const CALLS = {
  bookmarks: { ...queryAll(library.bookmarks, { query: {} }), staleTime: 60_000 },
  history: { ...query(library.history, { query: { limit: 50 } }), staleTime: 60_000 },
};

/** Returns the neighbours of a medium. Returns `null` if the list is unknown, the user has no account, or the list does not contain the medium. */
export function useListTrail(name: string | undefined, identifier: string): Neighbours | null {
  const { t } = useT();
  const { user } = useSession();
  const list = hasAccount(user) ? LISTS.find((known) => known === name) : undefined;
  const bookmarks = useQuery({ ...CALLS.bookmarks, enabled: list === 'bookmarks' });
  const history = useQuery({ ...CALLS.history, enabled: list === 'history' });
  if (!list) return null;
  const media = { bookmarks, history }[list].data?.items.flatMap((entry) => entry.medium ?? []) ?? [];
  const index = media.findIndex((medium) => medium.identifier === identifier);
  if (index < 0) return null;
  return {
    address: href('library', { tab: list }),
    title: t(`library.${list}`),
    before: step(list, media[index - 1]),
    after: step(list, media[index + 1]),
  };
}

const step = (list: List, medium: MediaItem | undefined) =>
  medium ? { identifier: medium.identifier, title: medium.fn_titel, href: href('media', { id: medium.identifier, list }) } : null;
