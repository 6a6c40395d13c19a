import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { lendingProposals } from '@fundus/contract/lending/points/proposals';
import { useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useEffects } from '../parts/use-effects.ts';
import type { bodyOf } from './point-form.ts';

const READS = { refreshes: [lending.points, lending.calendar] };

type Body = ReturnType<typeof bodyOf>;

/** Creates or edits a lending point. A user who may not change the rules submits a proposal instead (`proposing`). */
export function useSavePoint(point: LendingPoint | undefined, onDone: (point: LendingPoint) => void) {
  const { t } = useT();
  const create = useCall(lendingDesk.createPoint, READS);
  const change = useCall(lendingDesk.changePoint, READS);
  const look = useCall(lendingDesk.pointEffects, { refreshes: [] });
  const effects = useEffects();
  const suggest = useCall(lendingProposals.propose, { refreshes: [lendingProposals.proposals] });

  const propose = (to: LendingPoint, { keep_days: _, open_schools: __, ...proposed }: Body, note: string): void =>
    suggest.mutate(
      { params: { id: to.id }, body: { ...proposed, note, version: to.version } },
      {
        onSuccess: () => {
          showSnackbar({ text: t('lending.proposal.sent'), type: 'success' });
          onDone(to);
        },
      },
    );
  const proposing = point !== undefined && !point.can.manage;
  return {
    proposing,
    error: create.error ?? look.error ?? change.error ?? suggest.error,
    isPending: create.isPending || look.isPending || change.isPending || suggest.isPending,
    /** Returns the orders that this change affects, or `null` if they have not been requested. */
    effectsOf: (body: Body) => (effects.shown?.of === JSON.stringify(body) ? effects.shown : null),
    save(body: Body, note: string): void {
      if (proposing) return propose(point, body, note);
      if (!point) return create.mutate({ body }, { onSuccess: onDone });
      effects.confirm(
        JSON.stringify(body),
        (done) => look.mutate({ params: { id: point.id }, body }, { onSuccess: ({ items }) => done(items) }),
        () => change.mutate({ params: { id: point.id }, body: { ...body, version: point.version } }, { onSuccess: onDone }),
      );
    },
  };
}
