import { library } from '@fundus/contract/library/library';
import { lending } from '@fundus/contract/lending/lending';
import { licences } from '@fundus/contract/licences/licences';
import { linkChecks } from '@fundus/contract/link-checks/link-checks';
import { marketplace } from '@fundus/contract/marketplace/marketplace';
import { query } from '../../../../api/query.ts';

/** Queries of the panels next to a medium. */
export const sideQueries = (identifier: string) => ({
  link: { ...query(linkChecks.ofMedium, { params: { identifier } }), staleTime: 60_000 },
  licences: { ...query(licences.ofMedium, { params: { mediaId: identifier }, query: {} }), staleTime: 60_000 },
  lent: { ...query(lending.ofMedium, { params: { identifier } }), staleTime: 60_000 },
  products: { ...query(marketplace.ofMedium, { params: { mediaId: identifier } }), staleTime: 60_000 },
  // Always refetched, because recent changes must be visible.
  appearances: { ...query(library.appearances, { params: { mediaId: identifier } }), staleTime: 0 },
});
