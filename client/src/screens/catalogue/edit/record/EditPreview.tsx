import { coverHref } from '@fundus/contract/files/files';
import { Image } from 'lucide-react';
import { gradesText } from '../../../../components/media/MediaCard.tsx';
import { SubjectChip } from '../../../../components/media/finder/SubjectChip.tsx';
import { useT } from '../../../../i18n/translate.ts';
import type { Tables } from '../edit-tables.ts';
import { readValues, type EditValues } from './edit-values.ts';
import { listMissingValues } from './missing.ts';
import '../../../../components/media/media-card.css';
import '../edit-screen.css';

type Props = {
  /** Identifier of the medium, or `null` for a new one, which has no cover yet. */
  identifier: string | null;
  values: EditValues;
  tables: Tables;
};

/** Shows a preview of the card and the missing values next to the fields. */
export function EditPreview({ identifier, values, tables }: Props) {
  const { t } = useT();
  const missing = listMissingValues(readValues(values).record, null);
  const facts = [tables.nameOf(values.fn_typ), gradesText(values.fn_adressat, t), values.year].filter(Boolean);
  return (
    <aside className="edit-preview" aria-label={t('edit.preview')}>
      <p className="edit-preview-head">{t('edit.preview')}</p>
      {identifier ? (
        <img src={coverHref({ identifier, fn_nr: values.fn_nr || null, is_mediathek: false }, '')} alt="" width="400" height="226" />
      ) : (
        <span className="edit-preview-none">
          <Image aria-hidden="true" />
        </span>
      )}
      <p className="edit-preview-title">{values.fn_titel.trim() || t('edit.preview.untitled')}</p>
      {values.fn_kurztext.trim() && <p className="quiet small">{values.fn_kurztext}</p>}
      <p className="facts">
        <SubjectChip codes={values.fn_geb} />
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {missing.length > 0 && (
        <>
          <p className="edit-preview-head">{t('edit.preview.missing')}</p>
          <ul className="edit-preview-missing">
            {missing.map((key) => (
              <li key={key}>{t(key)}</li>
            ))}
          </ul>
        </>
      )}
    </aside>
  );
}
