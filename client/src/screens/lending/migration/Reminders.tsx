import { lendingMigration, REMINDER_STARTS, type MigrationState } from '@fundus/contract/lending/migration/migration';
import { BellRing } from 'lucide-react';
import { useId, useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { refusalText } from '../parts/words.ts';
import '../../../ui/fields/field.css';
import './migration.css';

/** Section for starting the reminders for imported loans. Reminders are paused after the import. */
export function Reminders({ point, state }: { point: string; state: MigrationState }) {
  const { t } = useT();
  const [asking, setAsking] = useState(false);
  const { paused, loans, reservations } = state;
  if (loans.imported + reservations.imported === 0) return null;
  return (
    <section aria-labelledby="migration-reminders">
      <h2 id="migration-reminders">{t('migration.reminders.title')}</h2>
      {paused.lines === 0 ? (
        <p>{t('migration.reminders.none')}</p>
      ) : (
        <>
          <p className="migration-about">
            {t('migration.reminders.about', { count: paused.lines })}{' '}
            {paused.overdue > 0 && `${t('migration.reminders.overdue', { count: paused.overdue })} `}
            {t('migration.reminders.when')}
          </p>
          <Button variant="primary" icon={<BellRing />} onClick={() => setAsking(true)}>
            {t('migration.reminders.ask')}
          </Button>
        </>
      )}
      {asking && <AskReminders point={point} paused={paused} onClose={() => setAsking(false)} />}
    </section>
  );
}

function AskReminders({ point, paused, onClose }: { point: string; paused: MigrationState['paused']; onClose: () => void }) {
  const { t, locale } = useT();
  const id = useId();
  const [overdue, setOverdue] = useState<(typeof REMINDER_STARTS)[number]>('first');
  const start = useCall(lendingMigration.startReminders, { refreshes: [lendingMigration.migration] });
  const hints = {
    first: t('migration.reminders.ask.first.hint', { count: paused.people }),
    reminded: t('migration.reminders.ask.reminded.hint'),
  };
  return (
    <ConfirmDialog
      title={t('migration.reminders.ask')}
      action={t('migration.reminders.ask')}
      disabled={start.isPending}
      onClose={onClose}
      onAction={() =>
        start.mutate(
          { body: { point, overdue } },
          {
            onSuccess: () => {
              showSnackbar({ text: t('migration.reminders.started'), type: 'success' });
              onClose();
            },
          },
        )
      }
    >
      <p>{t('migration.reminders.ask.text')}</p>
      {paused.overdue > 0 && (
        <fieldset className="migration-choice">
          <legend>{t('migration.reminders.ask.legend')}</legend>
          {REMINDER_STARTS.map((each) => (
            <label key={each} className="check">
              <input
                type="radio"
                name={id}
                checked={overdue === each}
                aria-describedby={`${id}-${each}`}
                onChange={() => setOverdue(each)}
              />
              <span>
                {t(`migration.reminders.ask.${each}`)}
                <span className="small-print" id={`${id}-${each}`}>
                  {hints[each]}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <FormProblem>{start.error && refusalText(t, start.error, locale)}</FormProblem>
    </ConfirmDialog>
  );
}
