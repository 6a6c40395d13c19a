import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { query } from '../../../api/query.ts';
import { MediaGrid } from '../../../components/media/MediaGrid.tsx';
import type { MediaContext } from '../../../components/media/media-context.ts';
import { useT } from '../../../i18n/translate.ts';
import './medium.css';

/** One row on desktops. */
const MAX = 4;

/** Shows similar media. Renders nothing if there are none or if the request fails. */
export function SimilarMedia({ identifier, context }: { identifier: string; context: MediaContext }) {
  const { t } = useT();
  const id = useId();
  const { data } = useQuery({ ...query(catalogue.similar, { params: { identifier } }), staleTime: 300_000 });
  if (!data || data.items.length === 0) return null;
  return (
    <section className="block medium-similar" aria-labelledby={id}>
      <div className="block-head">
        <h2 id={id}>{t('media.similar')}</h2>
      </div>
      <MediaGrid items={data.items.slice(0, MAX)} context={context} />
    </section>
  );
}
