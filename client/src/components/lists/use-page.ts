import type { Endpoint } from '@fundus/contract/endpoint';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallArgs } from '../../api/call.ts';
import { query } from '../../api/query.ts';

/** One page of a list, read each time it is opened; the page before stays until the next one is there. */
export const usePage = <E extends Endpoint>(endpoint: E, ...args: CallArgs<E>) =>
  useQuery({ ...query(endpoint, ...args), staleTime: 0, placeholderData: keepPreviousData });

/** Which rows page `page` has, counted from 1. */
export const rowsOf = (page: number, limit: number) => ({ offset: (page - 1) * limit, limit });
