import type { Endpoint } from '@fundus/contract/endpoint';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallArgs } from '../../api/call.ts';
import { query } from '../../api/query.ts';

/** Returns one page of a list, refetched each time it is opened. The previous page stays visible until the next one is loaded. */
export const usePage = <E extends Endpoint>(endpoint: E, ...args: CallArgs<E>) =>
  useQuery({ ...query(endpoint, ...args), staleTime: 0, placeholderData: keepPreviousData });

/** Returns offset and limit of a page. Pages start at 1. */
export const rowsOf = (page: number, limit: number) => ({ offset: (page - 1) * limit, limit });
