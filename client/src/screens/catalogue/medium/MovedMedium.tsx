import type { catalogue, MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { hrefOfMedium } from '@fundus/contract/medium-pages';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { query } from '../../../api/query.ts';
import type { Go } from '../../../components/page/screen.ts';
import type { ScreenName } from '@fundus/contract/screens';
import { MediumSkeleton } from './MediumSkeleton.tsx';

type Props = {
  name: ScreenName;
  params: object;
  search: string;
  go: Go;
  endpoint: typeof catalogue.detail | typeof catalogue.catalogueDetail;
  /** Medium that the reply contains instead of the requested one. */
  standing: MediaDetail;
};

/** Redirects a merged medium to the address of the medium it was merged into. */
export function MovedMedium({ name, params, search, go, endpoint, standing }: Props) {
  const client = useQueryClient();
  useEffect(() => {
    client.setQueryData(query(endpoint, { params: { identifier: standing.identifier } }).queryKey, standing);
    const there = hrefOfMedium({ name, params: { ...params } as Record<string, string> }, standing.identifier);
    go(search ? `${there}?${search}` : there, { replace: true });
  }, [client, standing, endpoint, name, params, search, go]);
  return <MediumSkeleton />;
}
