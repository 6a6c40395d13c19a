import { schools, type School } from '@fundus/contract/schools/schools';
import { Download } from 'lucide-react';
import { useT } from '../../i18n/translate.ts';
import { ButtonLink } from '../../ui/Button.tsx';

/** Offers a download of all data of the school. */
export function ExportData({ school }: { school: School }) {
  const { t } = useT();
  return (
    <ButtonLink variant="line" icon={<Download />} href={schools.exportData.path.replace('{id}', encodeURIComponent(school.id))} download>
      {t('schools.data.save')}
    </ButtonLink>
  );
}
