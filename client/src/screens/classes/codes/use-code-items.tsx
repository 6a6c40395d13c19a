import type { Class } from '@fundus/contract/classes/classes';
import { learnerCodes, type LearnerCode } from '@fundus/contract/classes/learner-codes';
import { Ban, CalendarPlus, Copy, Images, ImageOff, Play, RefreshCw, Square, SquarePen } from 'lucide-react';
import { useCall } from '../../../api/query.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useUndo } from '../../../stores/use-undo.ts';
import type { MenuItem } from '../../../ui/overlays/Menu.tsx';
import { CODE_READS, showError } from '../problems.ts';

/** Learner code and the action that the user must confirm. */
export type CodeStep = { code: LearnerCode; ask: 'label' | 'renew' | 'extend' | 'revoke' };

/** Returns a function that returns the menu items of a learner code. */
export function useCodeItems(cls: Class, onStep: (step: CodeStep) => void): (code: LearnerCode) => MenuItem[] {
  const { t } = useT();
  const change = useCall(learnerCodes.changeCode, CODE_READS);
  const undo = useUndo(CODE_READS);
  return (code) => {
    const { can, label } = code;
    const set = (what: 'suspend' | 'resume' | 'pictures' | 'no_pictures') => () =>
      change.mutate(
        { params: { id: cls.id, codeId: code.id }, body: { what } },
        {
          onSuccess: () =>
            showSnackbar({
              text: t(`codes.done.${what}`, { label }),
              type: 'success',
              ...((what === 'suspend' || what === 'resume') && {
                action: undo(learnerCodes.changeCode, {
                  params: { id: cls.id, codeId: code.id },
                  body: { what: what === 'suspend' ? 'resume' : 'suspend' },
                }),
              }),
            }),
          onError: showError,
        },
      );
    const openStep = (step: CodeStep['ask']) => () => onStep({ code, ask: step });
    const copy = async (signs: string) =>
      showSnackbar(
        (await copyText(signs))
          ? { text: t('codes.copied', { label }), type: 'success' }
          : { text: t('media.share.failed'), type: 'error' },
      );
    const items: MenuItem[] = [];
    const signs = code.code;
    if (signs !== null) items.push({ label: t('codes.copy'), icon: <Copy />, onSelect: () => void copy(signs) });
    items.push({ label: t('codes.label.change'), icon: <SquarePen />, onSelect: openStep('label') });
    if (cls.picture_login)
      items.push({ label: t(code.pictures ? 'codes.pictures.new' : 'codes.pictures.give'), icon: <Images />, onSelect: set('pictures') });
    if (code.pictures) items.push({ label: t('codes.pictures.take'), icon: <ImageOff />, onSelect: set('no_pictures') });
    if (can.suspend) items.push({ label: t('codes.suspend'), icon: <Square />, onSelect: set('suspend') });
    if (can.resume) items.push({ label: t('codes.resume'), icon: <Play />, onSelect: set('resume') });
    if (can.renew) items.push({ label: t('codes.renew'), icon: <RefreshCw />, onSelect: openStep('renew') });
    if (can.extend) items.push({ label: t('codes.extend'), icon: <CalendarPlus />, onSelect: openStep('extend') });
    if (can.revoke) items.push({ label: t('codes.revoke'), icon: <Ban />, onSelect: openStep('revoke') });
    return items;
  };
}
