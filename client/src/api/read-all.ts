/** Reads complete lists from paged calls. A screen that shows one page at a time uses `usePage`. */
import type { Endpoint, Reply } from '@fundus/contract/endpoint';
import type { AppError } from '@fundus/contract/errors';
import { queryOptions } from '@tanstack/react-query';
import { callWith, type CallArgs } from './call.ts';
import { retryUntilConnected } from './connection.ts';

type PageReply = { total: number; items: readonly unknown[] };
type Paged = Endpoint & { reply: unknown };

/** Maximum page size of the server. */
const PAGE = 100;
/** Maximum number of pages, in case a list never ends. */
const MAX_PAGES = 200;

/** Reads all pages of a list in sequence. Returns the first reply with the items of all pages. */
export async function readAll<E extends Paged>(endpoint: E, signal: AbortSignal | undefined, ...[args]: CallArgs<E>): Promise<Reply<E>> {
  const read = (offset: number) => {
    const asked = args as { query?: object } | undefined;
    return callWith(endpoint, signal, { ...asked, query: { ...asked?.query, offset, limit: PAGE } } as never) as Promise<PageReply>;
  };
  const first = await read(0);
  const items = [...first.items];
  for (let pages = 1; items.length < first.total && pages < MAX_PAGES; pages++) {
    const next = await read(items.length);
    if (next.items.length === 0) break;
    items.push(...next.items);
  }
  return { ...first, items } as Reply<E>;
}

/** Returns options for `useQuery` that read all pages of a list. The key begins with the key of the call, so that writes invalidate it. */
export function queryAll<E extends Paged>(endpoint: E, ...args: CallArgs<E>) {
  return queryOptions<Reply<E>, AppError>({
    queryKey: [endpoint.method, endpoint.path, { all: true, ...args[0] }],
    queryFn: ({ signal }) => retryUntilConnected(() => readAll(endpoint, signal, ...args), signal),
  });
}
