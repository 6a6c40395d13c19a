import { schools, type School } from '@fundus/contract/schools/schools';
import { href } from '@fundus/contract/screens';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { address } from '../../../api/call.ts';
import { useT } from '../../../i18n/translate.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import '../schools.css';

type Props = {
  school: School | null;
  /** Months that can be selected, oldest first. */
  months: readonly { value: string; label: string }[];
  /** Month that is selected initially. If it has no data, the last complete month is selected. */
  month: string;
};

/** Links to the monthly report as a PDF. The notification settings determine whether it is also sent by email. */
export function NumbersReport({ school, months, month }: Props) {
  const { t, locale } = useT();
  const [chosen, setChosen] = useState(months.some(({ value }) => value === month) ? month : (months.at(-2)?.value ?? ''));
  const query = { month: chosen, lang: locale };
  return (
    <section>
      <h2>{t('schools.numbers.report')}</h2>
      <div className="school-bar">
        <Select label={t('schools.numbers.report.month')} value={chosen} options={months.toReversed()} onChange={setChosen} />
        <ButtonLink
          flush="phone"
          icon={<FileText />}
          href={school ? address(schools.report, { params: { id: school.id }, query }) : address(schools.districtReport, { query })}
          download
        >
          {t('schools.numbers.report.download')}
        </ButtonLink>
      </div>
      <p className="quiet">
        {t('schools.numbers.report.mail')}{' '}
        <Link href={href('account', { section: 'notifications' })}>{t('schools.numbers.report.settings')}</Link>
      </p>
    </section>
  );
}
