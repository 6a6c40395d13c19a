import { isDistrictAdmin } from '@fundus/contract/access';
import { LENDING_MODES } from '@fundus/contract/lending/calendar/lessons';
import { APPROVALS, BORROWER_GROUPS, type LendingPoint } from '@fundus/contract/lending/points/points';
import { traitsOf } from '@fundus/contract/portal-types';
import { useState } from 'react';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useFields } from '../../../components/forms/use-fields.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Checkbox, TextField } from '../../../ui/fields/Field.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { OrderEffects } from '../parts/OrderEffects.tsx';
import { refusalText } from '../parts/words.ts';
import { OpenSchools } from './OpenSchools.tsx';
import { ClosureFields, LengthFields, WeekFields } from './PointDays.tsx';
import { visibleNumberFields, bodyOf, daysOf, NUMBER_FIELDS, valuesOf, TEXT_FIELDS } from './point-form.ts';
import { useSavePoint } from './use-save-point.ts';
import '../parts/lending.css';

type Props = { point?: LendingPoint; onClose: () => void; onDone: (point: LendingPoint) => void };

/** Creates or edits a lending point with its contact details, opening hours and rules (docs/behaviour/lending.md#lending-points). */
export function PointDialog({ point, onClose, onDone }: Props) {
  const { t, locale } = useT();
  const { user, config } = useSession();
  const [days, setDays] = useState(() => daysOf(point));
  const [schools, setSchools] = useState<LendingPoint['open_schools']>(point?.open_schools ?? null);
  const { proposing, error, isPending, effectsOf, save } = useSavePoint(point, onDone);
  const { values, text, check, choice, problem } = useFields(() => valuesOf(point, locale), {
    error,
    at: [...TEXT_FIELDS, ...NUMBER_FIELDS, 'overdue_days', 'private_day_cents'],
    words: (refused) => refusalText(t, refused, locale),
  });
  const body = bodyOf(values, days, schools);
  const shown = effectsOf(body);
  const ofSchool = (point?.of ?? (user && isDistrictAdmin(user) ? 'district' : 'school')) === 'school';
  return (
    <FormDialog
      title={t(proposing ? 'lending.proposal.make' : point ? 'lending.point.change' : 'lending.point.new')}
      action={t(proposing ? 'lending.proposal.send' : shown ? 'lending.effects.save' : 'app.save')}
      disabled={isPending}
      problem={problem}
      onSend={() => save(body, values.note)}
      onClose={onClose}
    >
      <TextField label={t('lending.point.name')} maxLength={120} {...text('name')} />
      <TextArea label={t('lending.point.address')} rows={2} maxLength={300} {...text('address')} />
      <TextField label={t('lending.point.email')} type="email" maxLength={254} {...text('email')} />
      <TextField label={t('lending.point.phone')} type="tel" maxLength={40} {...text('phone')} />
      <TextArea label={t('lending.point.words')} maxLength={2000} {...text('words')} />
      <WeekFields rows={days.week} onChange={(week) => setDays({ ...days, week })} />
      <ClosureFields rows={days.closures} onChange={(closures) => setDays({ ...days, closures })} />
      {ofSchool && (
        <SelectField
          label={t('lending.rule.mode')}
          hint={t('lending.mode.hint')}
          options={LENDING_MODES.map((value) => ({ value, label: t(`lending.mode.${value}`) }))}
          {...choice('mode')}
        />
      )}
      <SelectField
        label={t('lending.approval')}
        options={APPROVALS.map((value) => ({ value, label: t(`lending.approval.${value}`) }))}
        {...choice('approval')}
      />
      <SelectField
        label={t('lending.openTo')}
        options={BORROWER_GROUPS.map((value) => ({ value, label: t(`lending.openTo.${value}`) }))}
        {...choice('open_to')}
      />
      {!ofSchool && !proposing && <OpenSchools chosen={schools} onChange={setSchools} />}
      <Checkbox label={t('lending.rule.learners')} hint={t('lending.rule.learners.hint')} {...check('learners')} />
      {!ofSchool && traitsOf(config).mediaCentre && (
        <Checkbox label={t('lending.rule.guests')} hint={t('lending.rule.guests.hint')} {...check('guests')} />
      )}
      <Checkbox label={t('lending.rule.by_post')} {...check('by_post')} />
      <Checkbox
        label={t('lending.rule.private_borrowers')}
        hint={t('lending.rule.private_borrowers.hint')}
        {...check('private_borrowers')}
      />
      {values.private_borrowers && (
        <TextField
          label={t('lending.rule.private_day_cents')}
          hint={t('lending.rule.private_day_cents.hint')}
          inputMode="decimal"
          maxLength={12}
          {...text('private_day_cents')}
        />
      )}
      <Checkbox label={t('lending.rule.signature')} hint={t('lending.rule.signature.hint')} {...check('signature')} />
      <Checkbox label={t('lending.purposeRequired')} {...check('purpose_required')} />
      {values.mode === 'days' && <Checkbox label={t('lending.rule.same_day_turnaround')} {...check('same_day_turnaround')} />}
      <div className="lending-numbers">
        {visibleNumberFields(values, proposing).map((each) => (
          <TextField key={each} label={t(`lending.rule.${each}`)} inputMode="numeric" {...text(each)} />
        ))}
      </div>
      {values.mode === 'days' && <LengthFields rows={days.lengths} onChange={(lengths) => setDays({ ...days, lengths })} />}
      <TextField
        label={t('lending.rule.overdue_days')}
        hint={t('lending.rule.overdue_days.hint')}
        maxLength={60}
        {...text('overdue_days')}
      />
      <TextField
        label={t('lending.rule.unavailable_step')}
        hint={t('lending.rule.unavailable_step.hint')}
        inputMode="numeric"
        maxLength={1}
        {...text('unavailable_step')}
      />
      <TextArea label={t('lending.terms')} hint={t('lending.terms.hint')} maxLength={10_000} {...text('terms')} />
      {shown && <OrderEffects items={shown.items} />}
      {proposing && <TextArea label={t('lending.proposal.note')} rows={3} maxLength={1_000} {...text('note')} />}
    </FormDialog>
  );
}
