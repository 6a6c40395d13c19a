import type { AppError } from '@fundus/contract/errors';
import { GRADE_LEVELS } from '@fundus/contract/reference/grade-levels';
import { CRITERIA, MAX_REVIEW } from '@fundus/contract/reviews/rules';
import { reviews, type OwnReview } from '@fundus/contract/reviews/reviews';
import { useCall } from '../../api/query.ts';
import { nameOfCode } from '../../i18n/reference-names.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields/Field.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { StarsInput } from '../../ui/fields/Stars.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { FormDialog } from '../forms/FormDialog.tsx';
import { useCheckedFields } from '../forms/use-fields.ts';

type Props = {
  identifier: string;
  title: string;
  own: OwnReview | null;
  subjects: readonly string[];
  labels: Record<string, string>;
  onClose: () => void;
};

const refreshes = { refreshes: [reviews.ofMedium] };

const begin = (own: OwnReview | null) => ({
  stars: own?.stars ?? null,
  correct: own?.correct ?? null,
  fitting: own?.fitting ?? null,
  technical: own?.technical ?? null,
  material: own?.material ?? null,
  subject: own?.subject ?? '',
  grade: own?.grade ?? '',
  text: own?.text ?? '',
  tips: own?.tips ?? '',
  initials: own?.initials ?? false,
});

/** Shows a dialog for the user's own review: stars, criteria, use and text. */
export function ReviewDialog({ identifier, title, own, subjects, labels, onClose }: Props) {
  const { t } = useT();
  const write = useCall(reviews.write, refreshes);
  const remove = useCall(reviews.remove, refreshes);
  const undo = useUndo(refreshes);
  const { values, report, text, check, choice } = useCheckedFields(() => begin(own), { words: () => t('review.overall.missing') });
  const error = write.error ?? remove.error;
  const wordsOf = ({ code }: AppError): string => t(code === 'state_conflict' ? 'review.openFirst' : `error.${code}`);
  const params = { mediaId: identifier };
  const save = (state: 'draft' | 'published') => {
    const { stars } = values;
    if (stars === null) return report({ stars: 'required' });
    write.mutate(
      { params, body: { ...values, stars, state } },
      {
        onSuccess: (saved) => {
          onClose();
          showSnackbar({
            text: t(saved.state === 'flagged' ? 'review.own.flagged' : saved.state === 'draft' ? 'review.own.draft' : 'review.saved'),
            type: 'success',
          });
        },
      },
    );
  };
  const removeOwn = (review: OwnReview) => {
    const body = { ...review, state: review.state === 'draft' ? 'draft' : 'published' } as const;
    const onSuccess = () => {
      onClose();
      showSnackbar({ text: t('review.removed'), action: undo(reviews.write, { params, body }, { wordsOf }) });
    };
    remove.mutate({ params }, { onSuccess });
  };
  const words = (count: number) => t('review.stars', { count });
  const unsaid = { value: '', label: t('review.unsaid') };
  return (
    <FormDialog
      title={t('review.dialog', { title })}
      action={t('review.publish')}
      disabled={write.isPending}
      others={
        <>
          {own && (
            <Button disabled={remove.isPending} onClick={() => removeOwn(own)}>
              {t('review.remove')}
            </Button>
          )}
          {(!own || own.state === 'draft') && (
            <Button variant="line" disabled={write.isPending} onClick={() => save('draft')}>
              {t('review.asDraft')}
            </Button>
          )}
        </>
      }
      problem={error && wordsOf(error)}
      onSend={() => save('published')}
      onClose={onClose}
    >
      <StarsInput label={t('review.overall')} words={words} {...choice('stars')} />
      {CRITERIA.map((criterion) => (
        <StarsInput
          key={criterion}
          label={t(`review.criterion.${criterion}`)}
          words={words}
          none={t('review.criterion.none')}
          {...choice(criterion)}
        />
      ))}
      <SelectField
        label={t('review.subject')}
        options={[unsaid, ...subjects.map((code) => ({ value: code, label: nameOfCode(code, labels[code] ?? code) }))]}
        {...choice('subject')}
      />
      <SelectField
        label={t('review.grade')}
        options={[unsaid, ...GRADE_LEVELS.map(({ code, label }) => ({ value: code, label }))]}
        {...choice('grade')}
      />
      <TextArea label={t('review.text')} rows={3} maxLength={MAX_REVIEW} {...text('text')} />
      <TextArea label={t('review.tips')} hint={t('review.tips.hint')} rows={2} maxLength={MAX_REVIEW} {...text('tips')} />
      <Checkbox label={t('review.initials')} hint={t('review.initials.hint')} {...check('initials')} />
    </FormDialog>
  );
}
