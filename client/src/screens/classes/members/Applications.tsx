import type { Class } from '@fundus/contract/classes/classes';
import { classMembers, type ClassMember } from '@fundus/contract/classes/members';
import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useCall } from '../../../api/query.ts';
import { queryAll } from '../../../api/read-all.ts';
import { Failed } from '../../../components/page/Failed.tsx';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useDecisionUndo } from '../../../stores/use-decision-undo.ts';
import { Button } from '../../../ui/Button.tsx';
import { CLASS_READS, showError } from '../problems.ts';
import '../classes.css';

/** Shows learners who have used a join code and wait for approval. */
export function Applications({ cls }: { cls: Class }) {
  const { t } = useT();
  const result = useQuery({
    ...queryAll(classMembers.members, { params: { id: cls.id }, query: { show: 'applied' } }),
    staleTime: 0,
  });
  if (!result.data) return result.error && <Failed error={result.error} onRetry={() => void result.refetch()} />;
  if (result.data.items.length === 0) return null;
  return (
    <section className="class-applications" aria-labelledby="class-applied">
      <h2 id="class-applied">{t('class.applied')}</h2>
      <ul className="lines">
        {result.data.items.map((member) => (
          <Applicant key={member.id} cls={cls} member={member} />
        ))}
      </ul>
    </section>
  );
}

function Applicant({ cls, member }: { cls: Class; member: ClassMember }) {
  const { t, locale } = useT();
  const accept = useCall(classMembers.changeMember, CLASS_READS);
  const decline = useCall(classMembers.removeMember, CLASS_READS);
  const undo = useDecisionUndo(CLASS_READS);
  const { name } = member;
  const params = { id: cls.id, memberId: member.id };
  const busy = accept.isPending || decline.isPending;
  return (
    <li className="class-applicant">
      <div>
        <h3>{name}</h3>
        <p className="small-print">{t('class.applied.on', { date: formatDate(member.joined_at, 'short', locale) })}</p>
      </div>
      <div>
        <Button
          variant="line"
          icon={<Check />}
          disabled={busy}
          aria-label={t('class.accept.name', { name })}
          onClick={() =>
            accept.mutate(
              { params, body: { state: 'active' } },
              {
                onSuccess: () =>
                  showSnackbar({
                    text: t('class.accepted', { name, class: cls.name }),
                    type: 'success',
                    action: undo(classMembers.undoRequest, { params }),
                  }),
                onError: showError,
              },
            )
          }
        >
          {t('class.accept')}
        </Button>
        <Button
          icon={<X />}
          disabled={busy}
          aria-label={t('class.decline.name', { name })}
          onClick={() =>
            decline.mutate(
              { params },
              {
                onSuccess: () => showSnackbar({ text: t('class.declined', { name }), action: undo(classMembers.undoRequest, { params }) }),
                onError: showError,
              },
            )
          }
        >
          {t('class.decline')}
        </Button>
      </div>
    </li>
  );
}
