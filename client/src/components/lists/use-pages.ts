import type { Endpoint, Reply } from '@fundus/contract/endpoint';
import type { AppError } from '@fundus/contract/errors';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callWith } from '../../api/call.ts';
import { keyOf } from '../../api/query.ts';

const PAGE_SIZE = 24;

type Paged = Endpoint & { reply: unknown };
type PageReply = { total: number; offset: number; limit: number; items: readonly unknown[] };
type ItemOf<E extends Paged> = Reply<E> extends { items: readonly (infer Item)[] } ? Item : never;

/** Returns a list that loads further pages on demand and is refetched when its tab is opened. */
export function usePages<E extends Paged>(endpoint: E, asked: Record<string, string>) {
  const pages = useInfiniteQuery<PageReply, AppError>({
    queryKey: [...keyOf(endpoint), { ...asked, pages: true }],
    queryFn: ({ pageParam, signal }) =>
      callWith(endpoint, signal, { query: { ...asked, offset: pageParam, limit: PAGE_SIZE } } as never) as Promise<PageReply>,
    initialPageParam: 0,
    getNextPageParam: ({ total, offset, limit }) => (offset + limit < total ? offset + limit : undefined),
    staleTime: 0,
  });
  return {
    ...pages,
    first: pages.data?.pages[0] as Reply<E> | undefined,
    total: pages.data?.pages[0]?.total ?? 0,
    items: (pages.data?.pages.flatMap((page) => page.items) ?? []) as ItemOf<E>[],
  };
}
