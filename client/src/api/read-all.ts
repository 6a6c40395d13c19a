/** Whole lists of paged calls. A screen that shows one page at a time uses `usePage`. */
import type { Endpoint, Reply } from '@fundus/contract/endpoint';
import type { AppError } from '@fundus/contract/errors';
import { queryOptions } from '@tanstack/react-query';
import { callWith, type CallArgs } from './call.ts';
import { whenConnected } from './connection.ts';

type PageReply = { total: number; items: readonly unknown[] };
type Paged = Endpoint & { reply: unknown };

/** Maximum page size of the server. */
const PAGE = 100;
/** Pages after which a list that never ends is given up. */
const MAX_PAGES = 200;

/** Reads all pages of a list, one after the other. Returns the first reply with all items. */
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

/** Options for `useQuery` that read all pages of a list. Its key begins with the key of the call, so that writes refresh it. */
export function queryAll<E extends Paged>(endpoint: E, ...args: CallArgs<E>) {
  return queryOptions<Reply<E>, AppError>({
    queryKey: [endpoint.method, endpoint.path, { all: true, ...args[0] }],
    queryFn: ({ signal }) => whenConnected(() => readAll(endpoint, signal, ...args), signal),
  });
}
