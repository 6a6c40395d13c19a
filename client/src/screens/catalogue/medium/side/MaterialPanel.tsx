import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { useId } from 'react';
import { describeRights } from '../../../../components/own-material/rights-words.ts';
import { DescriptionList } from '../../../../components/page/DescriptionList.tsx';
import { useT } from '../../../../i18n/translate.ts';
import './medium-side.css';

/** Shows the author and the origin of own material. */
export function MaterialPanel({ own: { school, maker, rights } }: { own: NonNullable<MediaDetail['own']> }) {
  const { t } = useT();
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{t('material.head', { school })}</h2>
      <DescriptionList
        rows={[
          [t('material.source'), rights && describeRights(t, rights)],
          [t('material.maker'), maker],
        ]}
      />
    </section>
  );
}
