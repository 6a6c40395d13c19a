import type { Class } from '@fundus/contract/classes/classes';
import { learnerCodes, type LearnerCode } from '@fundus/contract/classes/learner-codes';
import { Ban, CalendarPlus, Copy, EllipsisVertical, Images, ImageOff, Play, RefreshCw, Square, SquarePen } from 'lucide-react';
import { useCall } from '../../api/query.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Picture } from '../../components/classes/Picture.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { CODE_READS, tellProblem } from './problems.ts';
import './classes.css';

/** What is asked about before it is done. */
export type CodeStep = { code: LearnerCode; ask: 'label' | 'renew' | 'extend' | 'revoke' };

type Props = { cls: Class; code: LearnerCode; onStep: (step: CodeStep) => void };

/** A code: whom it is for, what opens it, and where it stands. */
export function CodeRow({ cls, code, onStep }: Props) {
  const { t, locale } = useT();
  const change = useCall(learnerCodes.changeCode, CODE_READS);
  const { can, label } = code;
  const set = (what: 'suspend' | 'resume' | 'pictures' | 'no_pictures') => () =>
    change.mutate(
      { params: { id: cls.id, codeId: code.id }, body: { what } },
      { onSuccess: () => showSnackbar({ text: t(`codes.done.${what}`, { label }), type: 'success' }), onError: tellProblem },
    );
  const ask = (step: CodeStep['ask']) => () => onStep({ code, ask: step });
  const copy = async (signs: string) =>
    showSnackbar(
      (await copyText(signs)) ? { text: t('codes.copied', { label }), type: 'success' } : { text: t('media.share.failed'), type: 'error' },
    );
  const revoked = code.state === 'revoked';
  const items: MenuItem[] = [];
  const signs = code.code;
  if (!revoked && signs !== null) items.push({ label: t('codes.copy'), icon: <Copy />, onSelect: () => void copy(signs) });
  if (!revoked) items.push({ label: t('codes.label.change'), icon: <SquarePen />, onSelect: ask('label') });
  if (!revoked && cls.picture_login)
    items.push({
      label: t(code.pictures ? 'codes.pictures.new' : 'codes.pictures.give'),
      icon: <Images />,
      onSelect: set('pictures'),
    });
  if (!revoked && code.pictures) items.push({ label: t('codes.pictures.take'), icon: <ImageOff />, onSelect: set('no_pictures') });
  if (can.suspend) items.push({ label: t('codes.suspend'), icon: <Square />, onSelect: set('suspend') });
  if (can.resume) items.push({ label: t('codes.resume'), icon: <Play />, onSelect: set('resume') });
  if (can.renew) items.push({ label: t('codes.renew'), icon: <RefreshCw />, onSelect: ask('renew') });
  if (can.extend) items.push({ label: t('codes.extend'), icon: <CalendarPlus />, onSelect: ask('extend') });
  if (can.revoke) items.push({ label: t('codes.revoke'), icon: <Ban />, onSelect: ask('revoke') });
  return (
    <li className="class-code-row" data-off={code.state === 'revoked' || code.state === 'expired' || undefined}>
      <h3>{label}</h3>
      <code>{signs ?? '–'}</code>
      <p className="class-facts">
        <span className={`code-state code-state-${code.state}`}>{t(`codes.state.${code.state}`)}</span>
        <span>{t('codes.until', { date: formatDate(code.valid_until, 'short', locale) })}</span>
        {code.last_used_on && <span>{t('codes.used', { date: formatDate(code.last_used_on, 'short', locale) })}</span>}
        {code.pictures && (
          <span className="code-pictures">
            {code.pictures.map((name) => (
              <Picture key={name} name={name} />
            ))}
          </span>
        )}
        {code.other_classes.length > 0 && <span>{t('codes.alsoIn', { names: code.other_classes.join(', ') })}</span>}
      </p>
      {items.length > 0 && <Menu label={t('codes.menu', { label })} trigger={<EllipsisVertical />} sections={[{ items }]} />}
    </li>
  );
}
