import { ExportMenu } from '../../components/lists/ExportMenu.tsx';
import { audit, AUDIT_AREAS, type AuditLine } from '@fundus/contract/audit/audit';
import { fieldLabel, auditValueText } from '@fundus/contract/audit/words';
import type { School } from '@fundus/contract/schools/schools';
import { ScrollText } from 'lucide-react';
import { DateField } from '../../components/forms/DateField.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { berlinMoment } from '../../i18n/berlin-time.ts';
import { formatDate, formatNumber } from '../../i18n/format.ts';
import { parseDay } from '../../i18n/read-day.ts';
import { findText, useT } from '../../i18n/translate.ts';
import { address } from '../../api/call.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { FindInAddress } from '../../components/lists/FindInAddress.tsx';
import { PagedList } from '../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../components/lists/use-page.ts';
import { PAGE, type SchoolView } from './school-view.ts';
import '../../components/lists/rows.css';
import './schools.css';

type Props = { school: School | null; view: SchoolView; show: (about: Partial<SchoolView>) => void };

/** Shows the audit log with filters and an export (docs/behaviour/common.md#audit-log). */
export function AuditTab({ school, view, show }: Props) {
  const { t, locale } = useT();
  const area = AUDIT_AREAS.find((each) => each === view.kind) ?? '';
  const asked = { area, q: view.q, from: view.from, to: view.to, school: school?.id ?? '' } as const;
  const list = usePage(audit.list, { query: { ...asked, ...rowsOf(view.page, PAGE) } });
  const areas = [{ value: '', label: t('audit.area.all') }, ...AUDIT_AREAS.map((value) => ({ value, label: t(`audit.area.${value}`) }))];
  return (
    <>
      <div className="school-bar">
        <FindInAddress label={t('audit.find')} value={view.q} onFind={(q) => show({ q })} />
        <Select label={t('audit.area')} value={area as string} options={areas} onChange={(kind) => show({ kind })} />
        {(['from', 'to'] as const).map((name) => (
          <div key={name} className="audit-day">
            <DateField
              label={t(`audit.${name}`)}
              value={view[name]}
              {...(name === 'from' ? { max: view.to || undefined } : { min: view.from || undefined })}
              onChange={({ target: { value } }) => {
                // An incomplete date does not change the filter.
                if (value === '' || parseDay(value) !== null) show({ [name]: value });
              }}
            />
          </div>
        ))}
        <div className="school-bar-end">
          <ExportMenu hrefOf={(wanted) => address(audit.export, { query: { ...asked, ...wanted } })} />
        </div>
      </div>
      <PagedList
        list={list}
        label={t('schools.tab.audit')}
        onPage={(page) => show({ page })}
        count={({ total, more }) =>
          more
            ? t('audit.found.more', { number: formatNumber(total, locale) })
            : t('audit.found', { count: total, number: formatNumber(total, locale) })
        }
        empty={
          <EmptyState icon={<ScrollText />} title={t('audit.none')}>
            <p>{t('audit.none.hint')}</p>
          </EmptyState>
        }
      >
        {(reply) => (
          <table className="rows">
            <thead>
              <tr>
                <th scope="col">{t('audit.what')}</th>
                <th scope="col">{t('audit.about')}</th>
                <th scope="col">{t('audit.by')}</th>
                <th scope="col">{t('audit.at')}</th>
              </tr>
            </thead>
            <tbody>
              {reply.items.map((line) => (
                <Line key={line.id} line={line} withSchool={school === null} />
              ))}
            </tbody>
          </table>
        )}
      </PagedList>
    </>
  );
}

function Line({ line, withSchool }: { line: AuditLine; withSchool: boolean }) {
  const { t, locale } = useT();
  const label = findText(`audit.what.${line.what}`);
  const translate = (wanted: string) => findText(wanted) ?? wanted;
  const words = (field: string, value: string) => auditValueText(translate, (day) => formatDate(day, 'short', locale), field, value);
  const about = line.about?.name ?? (withSchool ? line.school?.name : null);
  return (
    <tr>
      <th scope="row">
        {label ?? line.what}
        {line.changes.map(({ field, before, after }) => (
          <span key={field} className="small-print audit-change">
            {field && `${fieldLabel(translate, field)}: `}
            {before !== null && <del>{words(field, before)}</del>} {after !== null && <ins>{words(field, after)}</ins>}
          </span>
        ))}
      </th>
      <td data-label={t('audit.about')} data-empty={!about || undefined}>
        {about || '–'}
        {withSchool && line.about && line.school && <span className="small-print">{line.school.name}</span>}
      </td>
      <td data-label={t('audit.by')}>{line.by?.name ?? t(line.what.endsWith('.erase') ? 'audit.nobody' : 'audit.gone')}</td>
      <td data-label={t('audit.at')}>
        <time dateTime={line.at}>{berlinMoment(line.at, locale)}</time>
      </td>
    </tr>
  );
}
