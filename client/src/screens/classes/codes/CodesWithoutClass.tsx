import { classes } from '@fundus/contract/classes/classes';
import { learnerCodes, type CodeWithoutClass } from '@fundus/contract/classes/learner-codes';
import { useQuery } from '@tanstack/react-query';
import { Ban, EllipsisVertical, KeyRound, Play, Square, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { queryAll } from '../../../api/read-all.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Failed } from '../../../components/page/Failed.tsx';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Menu, type MenuItem } from '../../../ui/overlays/Menu.tsx';
import { Note } from '../../../ui/Note.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { MEMBERS_PAGE } from '../class-view.ts';
import { CODE_READS, showError, errorText } from '../problems.ts';
import '../../../components/classes/class-forms.css';
import '../classes.css';

/** Shows learner codes without a class. They stay valid and can be added to a class. */
export function CodesWithoutClass({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const { t } = useT();
  const [asked, setAsked] = useState<{ code: CodeWithoutClass; ask: 'take' | 'revoke' } | null>(null);
  const list = usePage(learnerCodes.withoutClass, { query: rowsOf(page, MEMBERS_PAGE) });
  return (
    <>
      <p className="quiet class-ask">{t('codes.noClass.text')}</p>
      <PagedList
        list={list}
        label={t('classes.show.codes')}
        onPage={onPage}
        waiting="12rem"
        empty={
          <EmptyState icon={<KeyRound />} title={t('codes.noClass.none')}>
            <p>{t('codes.noClass.none.hint')}</p>
          </EmptyState>
        }
      >
        {(reply) => (
          <ul className="lines class-codes">
            {reply.items.map((code) => (
              <Row key={code.id} code={code} onAsk={(ask) => setAsked({ code, ask })} />
            ))}
          </ul>
        )}
      </PagedList>
      {asked?.ask === 'take' && <AddToClassDialog code={asked.code} onClose={() => setAsked(null)} />}
      {asked?.ask === 'revoke' && <RevokeDialog code={asked.code} onClose={() => setAsked(null)} />}
    </>
  );
}

function Row({ code, onAsk }: { code: CodeWithoutClass; onAsk: (ask: 'take' | 'revoke') => void }) {
  const { t, locale } = useT();
  const change = useCall(learnerCodes.changeWithoutClass, CODE_READS);
  const { can, label } = code;
  const day = (iso: string) => formatDate(iso, 'short', locale);
  const set = (what: 'suspend' | 'resume') => () =>
    change.mutate(
      { params: { codeId: code.id }, body: { what } },
      { onSuccess: () => showSnackbar({ text: t(`codes.done.${what}`, { label }), type: 'success' }), onError: showError },
    );
  const items: MenuItem[] = [];
  if (can.suspend) items.push({ label: t('codes.suspend'), icon: <Square />, onSelect: set('suspend') });
  if (can.resume) items.push({ label: t('codes.resume'), icon: <Play />, onSelect: set('resume') });
  if (can.revoke) items.push({ label: t('codes.revoke'), icon: <Ban />, onSelect: () => onAsk('revoke') });
  return (
    <li className="class-code-row" data-off={code.state === 'expired' || undefined}>
      <h2>{label}</h2>
      <p className="class-facts">
        <span className={`code-state code-state-${code.state}`}>{t(`codes.state.${code.state}`)}</span>
        <span>{t('codes.until', { date: day(code.valid_until) })}</span>
        {code.last_used_on && <span>{t('codes.used', { date: day(code.last_used_on) })}</span>}
        <span>
          {code.made_by === null
            ? t('codes.noClass.made', { date: day(code.made_on) })
            : t('codes.noClass.madeBy', { name: code.made_by, date: day(code.made_on) })}
        </span>
        {code.was_in.length > 0 && <span>{t('codes.noClass.wasIn', { names: code.was_in.join(', ') })}</span>}
      </p>
      {can.take && (
        <Button variant="line" icon={<Undo2 />} aria-label={t('codes.noClass.take.one', { label })} onClick={() => onAsk('take')}>
          {t('codes.noClass.take')}
        </Button>
      )}
      {items.length > 0 && <Menu label={t('codes.menu', { label })} trigger={<EllipsisVertical />} sections={[{ items }]} />}
    </li>
  );
}

function AddToClassDialog({ code, onClose }: { code: CodeWithoutClass; onClose: () => void }) {
  const { t } = useT();
  const own = useQuery({ ...queryAll(classes.list, { query: {} }), staleTime: 0 });
  const take = useCall(learnerCodes.takeCodes, CODE_READS);
  const items = own.data?.items.filter(({ state }) => state === 'active') ?? [];
  const [chosen, setChosen] = useState('');
  const id = chosen || (items.find(({ name }) => code.was_in.includes(name)) ?? items[0])?.id || '';
  return (
    <ConfirmDialog
      title={t('codes.noClass.take.title', { label: code.label })}
      action={t('codes.noClass.take')}
      disabled={id === '' || take.isPending}
      onClose={onClose}
      onAction={() =>
        take.mutate(
          { params: { id }, body: { codes: [code.id] } },
          {
            onSuccess: () => {
              const name = items.find((item) => item.id === id)?.name ?? '';
              showSnackbar({ text: t('codes.noClass.taken', { label: code.label, name }), type: 'success' });
              onClose();
            },
          },
        )
      }
    >
      {own.error && <Failed error={own.error} onRetry={() => void own.refetch()} />}
      {own.data && items.length === 0 && <Note>{t('codes.noClass.take.none')}</Note>}
      {items.length > 0 && (
        <SelectField
          label={t('codes.arrive.class')}
          value={id}
          options={items.map((item) => ({ value: item.id, label: item.name }))}
          onChange={setChosen}
        />
      )}
      {take.error && <FormProblem>{errorText(t, take.error)}</FormProblem>}
    </ConfirmDialog>
  );
}

function RevokeDialog({ code, onClose }: { code: CodeWithoutClass; onClose: () => void }) {
  const { t } = useT();
  const { label } = code;
  const change = useCall(learnerCodes.changeWithoutClass, CODE_READS);
  return (
    <ConfirmDialog
      title={t('codes.ask.revoke', { label })}
      action={t('codes.revoke')}
      disabled={change.isPending}
      onClose={onClose}
      onAction={() =>
        change.mutate(
          { params: { codeId: code.id }, body: { what: 'revoke' } },
          {
            onSuccess: () => {
              showSnackbar({ text: t('codes.done.revoke', { label }), type: 'success' });
              onClose();
            },
          },
        )
      }
    >
      <p className="class-ask">{t('codes.ask.revoke.text')}</p>
      {change.error && <FormProblem>{errorText(t, change.error)}</FormProblem>}
    </ConfirmDialog>
  );
}
