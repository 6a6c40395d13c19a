import type { Class } from '@fundus/contract/classes/classes';
import { learnerCodes } from '@fundus/contract/classes/learner-codes';
import { classMembers } from '@fundus/contract/classes/members';
import { useQuery } from '@tanstack/react-query';
import { UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { query } from '../../../api/query.ts';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Failed } from '../../../components/page/Failed.tsx';
import { FindInAddress } from '../../../components/lists/FindInAddress.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { MEMBERS_PAGE, type ClassView } from '../class-view.ts';
import { CodeTools } from '../codes/CodeTools.tsx';
import { LearnerRow } from './LearnerRow.tsx';
import { useCodeItems, type CodeStep } from '../codes/use-code-items.tsx';
import { useMemberItems } from './use-member-items.tsx';
import '../../../components/lists/rows.css';
import '../classes.css';
import { loadLater } from '../../../ui/load-later.tsx';

const AddMembers = loadLater(async () => (await import('./AddMembers.tsx')).AddMembers);

type Props = { cls: Class; view: ClassView; show: (about: Partial<ClassView>) => void };

/** Number of learners from which a search field is shown. It is compared with the number in the class, which is known before the list is loaded. */
const FIND_FROM = 8;

/**
 * Shows the learners of a class: people with accounts and learner codes in one list. Codes are displayed only on request, which marks them as handed
 * out.
 */
export function Learners({ cls, view, show }: Props) {
  const { t } = useT();
  const [adding, setAdding] = useState(false);
  const [shown, setShown] = useState(false);
  const [making, setMaking] = useState(false);
  const [step, setStep] = useState<CodeStep | null>(null);
  const list = usePage(classMembers.members, {
    params: { id: cls.id },
    query: { show: 'learners', q: view.q, ...rowsOf(view.page, MEMBERS_PAGE) },
  });
  // The dialog that creates codes needs the range of possible last days.
  const codes = useQuery({
    ...query(learnerCodes.codes, { params: { id: cls.id } }),
    staleTime: 0,
    enabled: cls.can.codes && (cls.codes > 0 || making),
  });
  const codeItems = useCodeItems(cls, setStep);
  const memberItems = useMemberItems(cls);
  const find = (view.q !== '' || cls.learners > FIND_FROM) && (
    <FindInAddress label={t('class.learners.find')} value={view.q} onFind={(q) => show({ q })} />
  );
  return (
    <section className="class-section" aria-labelledby="class-learners">
      <div className="class-section-head">
        <h2 id="class-learners">{t('class.learners')}</h2>
        <div className="class-bar">
          {cls.can.members && (
            <Button variant={cls.learners === 0 ? 'primary' : 'line'} icon={<UserPlus />} onClick={() => setAdding(true)}>
              {t('class.add.student')}
            </Button>
          )}
        </div>
      </div>
      {cls.can.codes ? (
        <CodeTools
          find={find}
          cls={cls}
          codes={codes}
          shown={shown}
          onShown={setShown}
          making={making}
          onMaking={setMaking}
          step={step}
          onStep={setStep}
        />
      ) : (
        find && <div className="class-bar learner-tools">{find}</div>
      )}
      {codes.error && !codes.data && <Failed error={codes.error} onRetry={() => void codes.refetch()} />}
      <PagedList
        list={list}
        label={t('class.learners')}
        onPage={(page) => show({ page })}
        waiting={`${3 + 3.3125 * Math.min(cls.learners, MEMBERS_PAGE)}rem`}
        empty={
          <EmptyState
            icon={<Users />}
            title={t(view.q ? 'class.learners.found.none' : 'class.learners.none')}
            heading={(words) => <h3>{words}</h3>}
          >
            {!view.q && <p>{t('class.learners.none.hint')}</p>}
          </EmptyState>
        }
      >
        {(reply) => (
          <table className="rows learner-rows">
            <thead>
              <tr>
                <th scope="col">{t('people.name')}</th>
                {cls.groups.length > 0 && <th scope="col">{t('class.groups.column')}</th>}
                {shown && <th scope="col">{t('codes.column')}</th>}
                <th scope="col">{t('people.state')}</th>
                <th scope="col">{t('class.member.last')}</th>
                <th scope="col">
                  <span className="sr">{t('people.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {reply.items.map((member) => {
                const code = codes.data?.items.find(({ id }) => id === member.code_id);
                return (
                  <LearnerRow
                    key={member.id}
                    cls={cls}
                    member={member}
                    shown={shown}
                    code={code}
                    ofCode={code ? codeItems(code) : []}
                    ofMember={memberItems(member)}
                  />
                );
              })}
            </tbody>
          </table>
        )}
      </PagedList>
      {adding && <AddMembers cls={cls} as="student" onClose={() => setAdding(false)} />}
    </section>
  );
}
