import { schools, type School } from '@fundus/contract/schools/schools';
import { Download } from 'lucide-react';
import { address } from '../../api/call.ts';
import { useT } from '../../i18n/translate.ts';
import { ButtonLink } from '../../ui/Button.tsx';

/** Offers a download of all data of the school. */
export function ExportData({ school }: { school: School }) {
  const { t, locale } = useT();
  return (
    <ButtonLink
      variant="line"
      icon={<Download />}
      href={address(schools.exportData, { params: { id: school.id }, query: { lang: locale } })}
      download
    >
      {t('schools.data.save')}
    </ButtonLink>
  );
}
