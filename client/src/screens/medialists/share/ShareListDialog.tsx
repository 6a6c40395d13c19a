import type { Medialist } from '@fundus/contract/medialists/medialists';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { errorText } from '../../../components/medialists/reads.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { SegmentOrSelect } from '../../../ui/fields/SegmentOrSelect.tsx';
import { shareTargetsOf, type ListTargetName } from './share-targets-of.ts';
import { useShareByLink } from './share-by-link.tsx';
import { useShareToColleagues } from './share-to-colleagues.tsx';
import { useShareToLearners } from './share-to-learners.tsx';
import { useShareToSchool } from './share-to-school.tsx';
import type { ListTarget } from './list-target.ts';

type Props = {
  list: Medialist;
  /** Target that is selected initially. Defaults to the first available one. */
  first?: ListTargetName | undefined;
  onClose: () => void;
};

/** Shares a list with learners, colleagues, the school, or by link (docs/behaviour/medialists.md#sharing). */
export function ShareListDialog({ list, first, onClose }: Props) {
  const { t } = useT();
  const offered = shareTargetsOf(useSession(), list);
  const [chosen, setChosen] = useState<ListTargetName>(first && offered.includes(first) ? first : offered[0]!);
  const targets: Record<ListTargetName, ListTarget> = {
    learners: useShareToLearners(list, onClose),
    colleagues: useShareToColleagues(list),
    school: useShareToSchool(list),
    link: useShareByLink(list),
  };
  const target = targets[chosen];
  return (
    <ConfirmDialog
      title={t('list.release.title', { title: list.title })}
      action={target.action ?? t('list.release')}
      others={
        <Button variant="line" onClick={onClose}>
          {t('app.close')}
        </Button>
      }
      disabled={!target.ready || target.pending}
      onClose={onClose}
      onAction={() =>
        target.send((said) => {
          showSnackbar(said);
          onClose();
        })
      }
    >
      {offered.length > 1 && (
        <SegmentOrSelect
          label={t('share.targets')}
          value={chosen}
          options={offered.map((value) => ({ value, label: t(`list.share.${value}`) }))}
          onChange={setChosen}
        />
      )}
      {target.error && <FormProblem>{errorText(t, target.error)}</FormProblem>}
      {target.fields}
    </ConfirmDialog>
  );
}
