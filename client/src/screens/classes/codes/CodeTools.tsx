import type { Class } from '@fundus/contract/classes/classes';
import { learnerCodes } from '@fundus/contract/classes/learner-codes';
import type { Reply } from '@fundus/contract/endpoint';
import type { UseQueryResult } from '@tanstack/react-query';
import { CalendarPlus, EllipsisVertical, Eye, EyeOff, FileStack, Plus, Printer } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Menu, type MenuItem } from '../../../ui/overlays/Menu.tsx';
import { usePhone } from '../../../ui/use-width.ts';
import { showError } from '../problems.ts';
import type { CodeStep } from './use-code-items.tsx';
import '../../../components/classes/class-forms.css';
import '../classes.css';
import { loadLater } from '../../../ui/load-later.tsx';

const CreateCodesDialog = loadLater(async () => (await import('./CreateCodesDialog.tsx')).CreateCodesDialog);
const AddCodes = loadLater(async () => (await import('./AddCodes.tsx')).AddCodes);
const ExtendCodesDialog = loadLater(async () => (await import('./ExtendCodesDialog.tsx')).ExtendCodesDialog);
const SheetDialog = loadLater(async () => (await import('./SheetDialog.tsx')).SheetDialog);
const CodeDialog = loadLater(async () => (await import('./CodeDialog.tsx')).CodeDialog);

type Props = {
  cls: Class;
  codes: UseQueryResult<Reply<typeof learnerCodes.codes>>;
  shown: boolean;
  onShown: (shown: boolean) => void;
  making: boolean;
  onMaking: (making: boolean) => void;
  step: CodeStep | null;
  onStep: (step: CodeStep | null) => void;
  /** Search field of the list, shown in the same row. */
  find: ReactNode;
};

/** Shows the actions for all learner codes of a class: create, show, print, extend, and add from a sheet. */
export function CodeTools({ cls, codes, shown, onShown, making, onMaking, step, onStep, find }: Props) {
  const { t, locale } = useT();
  const phone = usePhone();
  const [open, setOpen] = useState<'add' | 'extend' | null>(null);
  const [printing, setPrinting] = useState<{ batch?: string; codes?: string[] } | null>(null);
  const reply = codes.data;
  const items = reply?.items ?? [];
  const show = useCall(learnerCodes.showCodes, { refreshes: [learnerCodes.codes] });
  const showAll = () => !show.isPending && show.mutate({ params: { id: cls.id } }, { onSuccess: () => onShown(true), onError: showError });
  const canLast = items.some(({ can }) => can.renew);
  const print = { label: t('codes.print'), icon: <Printer />, onSelect: () => setPrinting({}) };
  const more: MenuItem[] = [
    ...(phone && cls.codes > 0 ? [print] : []),
    ...(cls.can.makeCodes ? [{ label: t('codes.add'), icon: <FileStack />, onSelect: () => setOpen('add') }] : []),
    ...(canLast ? [{ label: t('codes.extendAll'), icon: <CalendarPlus />, onSelect: () => setOpen('extend') }] : []),
  ];
  const prepared = items.some(({ state }) => state === 'prepared');
  const ended = items.filter(({ state }) => state === 'revoked');
  const menu = more.length > 0 && <Menu label={t('codes.more')} trigger={<EllipsisVertical />} sections={[{ items: more }]} />;
  return (
    <>
      <div className="class-bar learner-tools">
        {find}
        {/* On phones the menu is at the end of the first row. */}
        {phone && find && menu}
        {cls.can.makeCodes && (
          <Button variant="line" icon={<Plus />} disabled={making && codes.isFetching} onClick={() => onMaking(true)}>
            {t('codes.make')}
          </Button>
        )}
        {phone && !find && menu}
        {cls.codes > 0 && (
          <>
            {/* One button toggles both states, so that it keeps the focus. */}
            <Button
              variant="line"
              icon={shown && !prepared ? <EyeOff /> : <Eye />}
              onClick={shown && !prepared ? () => onShown(false) : showAll}
            >
              {t(shown && !prepared ? 'codes.hide' : 'codes.show')}
            </Button>
            {shown && prepared && (
              <Button variant="line" icon={<EyeOff />} onClick={() => onShown(false)}>
                {t('codes.hide')}
              </Button>
            )}
            {!phone && (
              <Button variant="line" icon={<Printer />} onClick={print.onSelect}>
                {print.label}
              </Button>
            )}
          </>
        )}
        {!phone && menu}
      </div>
      {cls.codes === 0 && <p className="quiet class-ask">{t('codes.about')}</p>}
      {cls.codes > 0 && !shown && <p className="small-print learner-warning">{t('codes.projector')}</p>}
      {shown && reply && reply.batches.length > 0 && (
        <ul className="code-batches" aria-label={t('codes.batches')}>
          {reply.batches.map((batch) => (
            <li key={batch.id}>
              <span>
                <strong>{batch.name}</strong>
                <span className="small-print">
                  {t('codes.batch', { count: batch.count, date: formatDate(batch.created_at, 'short', locale) })}
                  {batch.printed_at && ` · ${t('codes.batch.printed', { date: formatDate(batch.printed_at, 'short', locale) })}`}
                </span>
              </span>
              <Button
                icon={<Printer />}
                aria-label={t('codes.print.batch', { name: batch.name })}
                onClick={() => setPrinting({ batch: batch.id })}
              >
                {t('codes.print.short')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {shown && ended.length > 0 && (
        <p className="small-print">{t('codes.ended', { count: ended.length, names: ended.map(({ label }) => label).join(', ') })}</p>
      )}
      {making && reply && (
        <CreateCodesDialog
          cls={cls}
          latestUntil={reply.latest_until}
          onClose={() => onMaking(false)}
          onMade={(batch) => {
            onShown(true);
            onMaking(false);
            setPrinting({ batch });
          }}
        />
      )}
      {open === 'extend' && reply && (
        <ExtendCodesDialog
          cls={cls}
          expired={items.filter(({ state }) => state === 'expired').length}
          latestUntil={reply.latest_until}
          onClose={() => setOpen(null)}
          onRenewed={(renewed) => setPrinting({ codes: renewed })}
        />
      )}
      {open === 'add' && <AddCodes cls={cls} onClose={() => setOpen(null)} />}
      {printing && <SheetDialog cls={cls} chosen={printing} onClose={() => setPrinting(null)} />}
      {step && reply && <CodeDialog cls={cls} step={step} latestUntil={reply.latest_until} onClose={() => onStep(null)} />}
    </>
  );
}
