import { classes, type ClassLine } from '@fundus/contract/classes/classes';
import { href } from '@fundus/contract/screens';
import type { School } from '@fundus/contract/schools/schools';
import { KeyRound, ListPlus, Printer, Users } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { FindInAddress } from '../../../components/lists/FindInAddress.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import { PAGE, type SchoolView } from '../school-view.ts';
import '../../../components/lists/rows.css';
import '../schools.css';
import { loadLater } from '../../../ui/load-later.tsx';
import { address } from '../../../api/call.ts';
import { BarActions } from '../../../components/lists/BarActions.tsx';

const ClassImport = loadLater(async () => (await import('./ClassImport.tsx')).ClassImport);
const ClassCards = loadLater(async () => (await import('./ClassCards.tsx')).ClassCards);
const FillCodes = loadLater(async () => (await import('./ClassCards.tsx')).FillCodes);
const GroupDialog = loadLater(async () => (await import('./GroupDialog.tsx')).GroupDialog);
const AssignOwnerDialog = loadLater(async () => (await import('../../../components/classes/AssignOwnerDialog.tsx')).AssignOwnerDialog);

type Props = { school: School; view: SchoolView; show: (about: Partial<SchoolView>) => void };

/** Lists all classes of a school with their owners. Classes without an owner come first. */
export function ClassesTab({ school, view, show }: Props) {
  const { t, locale } = useT();
  const [adopting, setAdopting] = useState<ClassLine | null>(null);
  const [grouping, setGrouping] = useState<ClassLine | null>(null);
  const [open, setOpen] = useState<'import' | 'fill' | 'cards' | null>(null);
  const list = usePage(classes.ofSchool, {
    params: { id: school.id },
    query: { q: view.q, year: view.kind, ...rowsOf(view.page, PAGE) },
  });
  const reply = list.data;
  const years = [...new Set([...(reply?.years ?? []), view.kind])].filter(Boolean);
  return (
    <>
      <div className="school-bar">
        <FindInAddress label={t('schools.classes.find')} value={view.q} onFind={(q) => show({ q })} />
        {years.length > 0 && (
          <Select
            label={t('classes.year')}
            value={view.kind}
            options={[
              { value: '', label: t('classes.year.all') },
              ...years.map((value) => ({ value, label: t('classes.year.one', { year: value }) })),
            ]}
            onChange={(kind) => show({ kind })}
          />
        )}
        <div className="school-bar-end">
          {school.state !== 'closed' && (
            <Button variant="primary" icon={<ListPlus />} onClick={() => setOpen('import')}>
              {t('schools.classes.import')}
            </Button>
          )}
          <BarActions
            exportTo={(wanted) =>
              address(classes.exportOfSchool, { params: { id: school.id }, query: { q: view.q, year: view.kind, ...wanted } })
            }
            actions={
              school.state !== 'closed' && reply && reply.total > 0
                ? [
                    { label: t('schools.classes.fill'), icon: <KeyRound />, onSelect: () => setOpen('fill') },
                    { label: t('schools.classes.cards'), icon: <Printer />, onSelect: () => setOpen('cards') },
                  ]
                : []
            }
          />
        </div>
      </div>
      <PagedList
        list={list}
        label={t('schools.tab.classes')}
        onPage={(page) => show({ page })}
        count={(reply) => t('schools.classes.found', { count: reply.total, number: formatNumber(reply.total, locale) })}
        empty={
          <EmptyState icon={<Users />} title={t(view.q || view.kind ? 'schools.classes.found.none' : 'classes.none.school')}>
            {!view.q && !view.kind && <p>{t('schools.classes.none.hint')}</p>}
          </EmptyState>
        }
      >
        {(reply) => (
          <table className="rows">
            <thead>
              <tr>
                <th scope="col">{t('class.name')}</th>
                <th scope="col">{t('schools.classes.owners')}</th>
                <th scope="col">{t('classes.year')}</th>
                <th scope="col">{t('class.learners')}</th>
                <th scope="col">{t('schools.classes.last')}</th>
                <th scope="col">
                  <span className="sr">{t('people.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {reply.items.map((line) => (
                <Row
                  key={line.id}
                  line={line}
                  onAdopt={() => setAdopting(line)}
                  // A linked class can be unlinked even if the identity provider no longer reports groups.
                  onGroup={reply.provider_groups || line.portal_group !== null ? () => setGrouping(line) : null}
                />
              ))}
            </tbody>
          </table>
        )}
      </PagedList>
      {open === 'import' && <ClassImport school={school} onClose={() => setOpen(null)} onCodes={() => setOpen('cards')} />}
      {open === 'fill' && <FillCodes school={school} onClose={() => setOpen(null)} onCodes={() => setOpen('cards')} />}
      {open === 'cards' && <ClassCards school={school} onClose={() => setOpen(null)} />}
      {adopting && <AssignOwnerDialog id={adopting.id} name={adopting.name} onClose={() => setAdopting(null)} />}
      {grouping && <GroupDialog line={grouping} onClose={() => setGrouping(null)} />}
    </>
  );
}

function Row({ line, onAdopt, onGroup }: { line: ClassLine; onAdopt: () => void; onGroup: (() => void) | null }) {
  const { t, locale } = useT();
  return (
    <tr>
      <th scope="row">
        <Link href={href('class', { id: line.id })}>{line.name}</Link>
        {line.state !== 'active' && (
          <span className={line.state === 'locked' ? 'small-print bad' : 'small-print'}>{t(`classes.state.${line.state}`)}</span>
        )}
        {line.portal_group !== null && <span className="small-print">{t('schools.classes.group.is', { group: line.portal_group })}</span>}
      </th>
      <td data-label={t('schools.classes.owners')}>{line.owners.join(', ') || t('schools.classes.nobody')}</td>
      <td data-label={t('classes.year')}>{line.school_year}</td>
      <td data-label={t('class.learners')}>{formatNumber(line.learners, locale)}</td>
      <td data-label={t('schools.classes.last')}>
        {line.last_activity ? formatDate(line.last_activity, 'short', locale) : t('schools.classes.never')}
      </td>
      <td className="row-does">
        {line.state === 'locked' && (
          <Button variant="line" aria-label={t('schools.classes.adopt', { name: line.name })} onClick={onAdopt}>
            {t('class.adopt')}
          </Button>
        )}
        {onGroup && line.state !== 'archived' && (
          <Button variant="line" aria-label={t('schools.classes.group.setFor', { name: line.name })} onClick={onGroup}>
            {t('schools.classes.group.set')}
          </Button>
        )}
      </td>
    </tr>
  );
}
