import { imports } from '@fundus/contract/imports/imports';
import type { ImportReport } from '@fundus/contract/imports/runs';
import { isDistrictAdmin } from '@fundus/contract/access';
import { useQuery } from '@tanstack/react-query';
import { BookKey } from 'lucide-react';
import { useState } from 'react';
import { query } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Button } from '../../ui/Button.tsx';
import { loadLater } from '../../ui/load-later.tsx';
import { Note } from '../../ui/Note.tsx';

const EnterLicencesDialog = loadLater(async () => (await import('../../components/licences/EnterLicencesDialog.tsx')).EnterLicencesDialog);

/** Shows how many imported media lack a required licence, and offers to add one. */
export function RunLicences({ run }: { run: ImportReport }) {
  const { t } = useT();
  const { user } = useSession();
  const [giving, setGiving] = useState(false);
  const taken = run.state === 'done' && !run.look && run.kind === 'file';
  const { data, refetch } = useQuery({
    ...query(imports.unlicensed, { params: { id: run.id } }),
    enabled: taken && run.counts.unlicensed > 0,
    staleTime: 0,
  });
  if (run.counts.unlicensed === 0) return null;
  if (!taken) return <Note>{t('imports.unlicensed.before', { count: run.counts.unlicensed })}</Note>;
  if (!data || data.total === 0) return null;
  return (
    <Note>
      <div>
        <p>{t('imports.unlicensed.after', { count: data.total })}</p>
        {user && isDistrictAdmin(user) && (
          <Button variant="line" icon={<BookKey />} onClick={() => setGiving(true)}>
            {t('imports.unlicensed.give', { count: data.identifiers.length })}
          </Button>
        )}
        {giving && (
          <EnterLicencesDialog
            media={data.identifiers}
            forSchools
            onDone={() => {
              setGiving(false);
              void refetch();
            }}
            onClose={() => setGiving(false)}
          />
        )}
      </div>
    </Note>
  );
}
