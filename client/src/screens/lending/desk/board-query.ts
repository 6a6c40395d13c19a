import type { Endpoint } from '@fundus/contract/endpoint';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import type { CallArgs } from '../../../api/call.ts';
import { keyOf, query } from '../../../api/query.ts';

/** Returns the options of a desk query. Its key starts with the key of `lendingDesk.desk`, so that both queries are invalidated together. */
export const boardQuery = <E extends Endpoint>(endpoint: E, ...args: CallArgs<E>) => ({
  ...query(endpoint, ...args),
  queryKey: [...keyOf(lendingDesk.desk), endpoint.path, args[0] ?? {}],
  staleTime: 0,
});
