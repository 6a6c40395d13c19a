import { isDistrictAdmin } from '@fundus/contract/access';
import type { School } from '@fundus/contract/schools/schools';
import { CalendarX2, Combine, Pause, Play, Power } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Button } from '../../../ui/Button.tsx';
import type { StateStep } from './StateDialog.tsx';
import { loadLater } from '../../../ui/load-later.tsx';

const StateDialog = loadLater(async () => (await import('./StateDialog.tsx')).StateDialog);
const MergeDialog = loadLater(async () => (await import('./MergeDialog.tsx')).MergeDialog);

/** Shows the actions of the district that change the state of a school: suspend, resume, close, reopen, merge. */
export function SchoolStates({ school }: { school: School }) {
  const { t } = useT();
  const { user } = useSession();
  const [open, setOpen] = useState<StateStep | 'merge' | null>(null);
  const { can, state } = school;
  if (!user || !isDistrictAdmin(user)) return null;
  const close = () => setOpen(null);
  return (
    <>
      {can.suspend && (
        <Button icon={<Pause />} onClick={() => setOpen('suspended')}>
          {t('schools.suspend')}
        </Button>
      )}
      {can.resume && (
        <Button icon={<Play />} onClick={() => setOpen('active')}>
          {t(state === 'closing' ? 'schools.keep' : state === 'closed' ? 'schools.reopen' : 'schools.resume')}
        </Button>
      )}
      {state === 'active' && can.close && (
        <Button icon={<CalendarX2 />} onClick={() => setOpen('closing')}>
          {t('schools.announce')}
        </Button>
      )}
      {can.close && (
        <Button icon={<Power />} onClick={() => setOpen('closed')}>
          {t('schools.close')}
        </Button>
      )}
      {can.merge && (
        <Button icon={<Combine />} onClick={() => setOpen('merge')}>
          {t('schools.merge')}
        </Button>
      )}
      {open === 'merge' && <MergeDialog school={school} onClose={close} />}
      {open && open !== 'merge' && <StateDialog school={school} step={open} onClose={close} />}
    </>
  );
}
