import { catalogue } from '@fundus/contract/catalogue';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/query.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import type { ScreenProps } from '../../components/screen.ts';

type Props = ScreenProps<'media' | 'search-media-detail' | 'csearch-media-detail'>;

/** A medium with everything a person may do with it. */
export function Screen(props: Props) {
  const identifier = props.name === 'media' ? props.params.id : props.params.mediaId;
  const endpoint = props.name === 'csearch-media-detail' ? catalogue.catalogueDetail : catalogue.detail;
  const { data } = useQuery(query(endpoint, { params: { identifier } }));
  return <div className="wrap">{data && <PageHeading title={data.fn_titel}>{data.display.title}</PageHeading>}</div>;
}
