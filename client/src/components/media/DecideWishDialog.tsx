import type { AppError } from '@fundus/contract/errors';
import { MAX_NOTE } from '@fundus/contract/library/library';
import { WISH_STATES, type WishState } from '@fundus/contract/library/wishes';
import { useState } from 'react';
import { useT } from '../../i18n/translate.ts';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { FormDialog } from '../forms/FormDialog.tsx';

export type WishDecision = { state: WishState; answer: string };
type Props = {
  title: string;
  /** Initial values of the form. */
  initial: WishDecision;
  call: { isPending: boolean; error: AppError | null };
  onDecide: (decision: WishDecision) => void;
  onClose: () => void;
};

/** Shows a dialog in which the user decides on a wish and replies to its authors. */
export function DecideWishDialog({ title, initial: said, call, onDecide, onClose }: Props) {
  const { t } = useT();
  const [state, setState] = useState(said.state);
  const [answer, setAnswer] = useState(said.answer);
  return (
    <FormDialog
      title={title}
      action={t('app.save')}
      disabled={call.isPending}
      problem={call.error && t(`error.${call.error.code}`)}
      onSend={() => onDecide({ state, answer })}
      onClose={onClose}
    >
      <SelectField
        label={t('wish.state')}
        value={state}
        options={WISH_STATES.map((value) => ({ value, label: t(`wish.state.${value}`) }))}
        onChange={setState}
      />
      <TextArea
        label={t('report.answer')}
        hint={t('wish.answer.hint')}
        maxLength={MAX_NOTE}
        value={answer}
        onChange={(event) => setAnswer(event.target.value)}
      />
    </FormDialog>
  );
}
