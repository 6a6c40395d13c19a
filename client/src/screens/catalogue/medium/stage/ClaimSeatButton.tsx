import { licenceSeats } from '@fundus/contract/licences/seats';
import { useQuery } from '@tanstack/react-query';
import { Hand } from 'lucide-react';
import { useCall } from '../../../../api/query.ts';
import { LICENCE_READS } from '../../../../components/licences/refreshes.ts';
import { licenceError } from '../../../../components/licences/words.ts';
import { useT } from '../../../../i18n/translate.ts';
import { useSession } from '../../../../stores/session.ts';
import { showSnackbar } from '../../../../stores/snackbar.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Bar } from '../../../../ui/Skeleton.tsx';
import { sideQueries } from '../side/side-queries.ts';

/** Shows the button that claims a seat, to users who may claim one. Calls `onTaken` after the permissions have changed. */
export function ClaimSeatButton({ identifier, onTaken }: { identifier: string; onTaken: () => void }) {
  const { t } = useT();
  const { user } = useSession();
  const result = useQuery(sideQueries(identifier).licences);
  const take = useCall(licenceSeats.assign, LICENCE_READS);
  // Shows a placeholder of the same size while loading, to avoid a layout shift.
  if (result.isLoading) return <Bar width="10rem" height="var(--control)" />;
  if (!user || !result.data?.items.some(({ can }) => can.take)) return null;
  return (
    <Button
      variant="primary"
      icon={<Hand />}
      disabled={take.isPending}
      onClick={() =>
        take.mutate(
          { body: { mediaId: identifier, to: [{ kind: 'person', id: user.id }] } },
          { onSuccess: onTaken, onError: (error) => showSnackbar({ text: licenceError(error, t), type: 'error' }) },
        )
      }
    >
      {t('licence.take')}
    </Button>
  );
}
