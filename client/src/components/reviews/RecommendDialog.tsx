import { MAX_REVIEW } from '@fundus/contract/reviews/rules';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { reviews, type Recommendation } from '@fundus/contract/reviews/reviews';
import { DateField } from '../forms/DateField.tsx';
import { useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { FormDialog } from '../forms/FormDialog.tsx';
import { useFields } from '../forms/use-fields.ts';

type Props = { identifier: string; title: string; recommendation: Recommendation | null; onClose: () => void };

const refreshes = { refreshes: [reviews.ofMedium, catalogue.search] };

/** Shows a dialog in which editors recommend a medium and give reasons. */
export function RecommendDialog({ identifier, title, recommendation, onClose }: Props) {
  const { t } = useT();
  const save = useCall(reviews.recommend, refreshes);
  const remove = useCall(reviews.unrecommend, refreshes);
  const params = { mediaId: identifier };
  const { values, problem, text } = useFields(
    {
      text: recommendation?.text ?? '',
      curriculum: recommendation?.curriculum ?? '',
      lessons: recommendation?.lessons ?? '',
      valid_until: recommendation?.valid_until ?? '',
    },
    {
      error: save.error ?? remove.error,
      at: ['valid_until'],
      words: ({ code, field }) => t(field === 'valid_until' ? 'licence.code.redeem_until.wrong' : `error.${code}`),
    },
  );
  const end = (words: string) => () => {
    onClose();
    showSnackbar({ text: words, type: 'success' });
  };
  return (
    <FormDialog
      title={t('review.recommend.title', { title })}
      action={t('app.save')}
      disabled={save.isPending || values.text.trim() === ''}
      others={
        recommendation && (
          <Button disabled={remove.isPending} onClick={() => remove.mutate({ params }, { onSuccess: end(t('review.recommend.removed')) })}>
            {t('review.recommend.remove')}
          </Button>
        )
      }
      problem={problem}
      onSend={() =>
        save.mutate(
          { params, body: { ...values, valid_until: values.valid_until || null } },
          { onSuccess: end(t('review.recommend.saved')) },
        )
      }
      onClose={onClose}
    >
      <TextArea label={t('review.recommend.text')} rows={3} maxLength={MAX_REVIEW} {...text('text')} />
      <TextArea label={t('review.curriculum')} rows={2} maxLength={MAX_REVIEW} {...text('curriculum')} />
      <TextArea label={t('review.lessons')} rows={2} maxLength={MAX_REVIEW} {...text('lessons')} />
      <DateField label={t('review.recommend.until')} hint={t('review.recommend.until.hint')} {...text('valid_until')} />
    </FormDialog>
  );
}
