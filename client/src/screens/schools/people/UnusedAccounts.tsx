import { UNUSED_MONTHS } from '@fundus/contract/schools/settings';
import { schools, type School, type SchoolSettings } from '@fundus/contract/schools/schools';
import { useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { showError } from '../problems.ts';

/** Sets the number of months without a sign-in after which accounts are deactivated. A change is saved immediately. */
export function UnusedAccounts({ school, settings }: { school: School; settings: SchoolSettings }) {
  const { t } = useT();
  const save = useCall(schools.change, { refreshes: [schools.own, schools.read] });
  const set = (unused_months: SchoolSettings['unused_months']) =>
    save.mutate(
      { params: { id: school.id }, body: { version: school.version, settings: { ...settings, unused_months } } },
      { onSuccess: () => showSnackbar({ text: t('schools.saved'), type: 'success' }), onError: showError },
    );
  return (
    <section>
      <h2>{t('schools.settings.unused')}</h2>
      <SelectField
        label={t('schools.settings.unused.after')}
        hint={t('schools.settings.unused.hint')}
        value={String(settings.unused_months)}
        options={UNUSED_MONTHS.map((months) => ({
          value: String(months),
          label: t('schools.settings.unused.months', { count: months }),
        }))}
        onChange={(value) => set(UNUSED_MONTHS.find((months) => String(months) === value)!)}
      />
    </section>
  );
}
